/** Selected rows, the row of the keyboard, and the start of a range. Pure. */
export type Selection = {
  chosen: ReadonlySet<string>;
  active: string | null;
  anchor: string | null;
  /** The place moved to its row because another one left: what deletes is not about that row. */
  moved?: boolean;
};

export const nothing: Selection = { chosen: new Set(), active: null, anchor: null };

/** A plain click: stands on the row, selects it alone. */
export function only(key: string): Selection {
  return { chosen: new Set([key]), active: key, anchor: key };
}

/** Stands on a row and leaves the selection. */
export function stand(selection: Selection, key: string): Selection {
  return { chosen: selection.chosen, active: key, anchor: key };
}

/** Space, Ctrl click or the row's box: in or out. */
export function toggle(selection: Selection, key: string): Selection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(key)) chosen.add(key);
  return { chosen, active: key, anchor: key };
}

/** Shift: everything between the anchor and this row, in the order shown. */
export function range(selection: Selection, key: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? key);
  const to = order.indexOf(key);
  if (from < 0 || to < 0) return only(key);
  const keys = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set(keys), active: key, anchor: selection.anchor ?? key };
}

/** Ctrl A, or the box in the head: all that is shown; a second time none. */
export function all(selection: Selection, order: readonly string[]): Selection {
  const every = order.length > 0 && order.every((key) => selection.chosen.has(key));
  return { ...selection, chosen: new Set(every ? [] : order) };
}

/** Esc: the selection goes, the place stays. */
export function cleared(selection: Selection): Selection {
  return { chosen: new Set(), active: selection.active, anchor: selection.active };
}

/**
 * After rows left: what is gone is not selected, and the place moves to the next row that stayed. What was replaced is
 * not gone: `successor` tells the row that took its place.
 */
export function keepShown(
  selection: Selection,
  before: readonly string[],
  order: readonly string[],
  successor: (key: string) => string | undefined = () => undefined,
): Selection {
  const shown = new Set(order);
  const now = (key: string) => (shown.has(key) ? key : successor(key));
  const chosen = new Set([...selection.chosen].flatMap((key) => now(key) ?? []));
  const { active, anchor } = selection;
  if (active === null) return { ...selection, chosen };
  const stays = now(active);
  if (stays !== undefined) return { ...selection, chosen, active: stays, anchor: anchor === active ? stays : anchor };
  const at = before.indexOf(active);
  const next = before.slice(at).find((key) => shown.has(key)) ?? order[order.length - 1] ?? null;
  return { chosen, active: next, anchor: next, moved: true };
}
