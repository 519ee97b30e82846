/** A rectangle of cells: from where it began to where the focus is. Rows and columns by their place in what is shown. Pure. */

export type At = { readonly row: number; readonly column: number };

/** `anchor` stays, `focus` moves with Shift and the arrows. */
export type Range = { readonly anchor: At; readonly focus: At };

export type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

export function boxOf({ anchor, focus }: Range): Box {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function inBox({ top, bottom, left, right }: Box, { row, column }: At): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/**
 * The rectangle on the same rows after others came, went or were sorted. Where its rows no longer stand together only
 * its first cell is left; where that row is gone, the row in its place.
 */
export function followed(
  range: Range,
  before: readonly { readonly id: string }[],
  now: readonly { readonly id: string }[],
): Range {
  const { anchor, focus } = range;
  const id = before[anchor.row]?.id;
  const at = now[anchor.row]?.id === id ? anchor.row : now.findIndex((row) => row.id === id);
  const by = at - anchor.row;
  const { top, bottom } = boxOf(range);
  const together = before.slice(top, bottom + 1).every((row, index) => now[top + by + index]?.id === row.id);
  if (at >= 0 && together) {
    return by === 0 ? range : { anchor: { ...anchor, row: at }, focus: { ...focus, row: focus.row + by } };
  }
  const cell = { row: at >= 0 ? at : Math.max(0, Math.min(anchor.row, now.length - 1)), column: anchor.column };
  return { anchor: cell, focus: cell };
}

export const isSingle = (range: Range) =>
  range.anchor.row === range.focus.row && range.anchor.column === range.focus.column;

export const cellsIn = ({ top, bottom, left, right }: Box) => (bottom - top + 1) * (right - left + 1);

const steps: Record<string, At> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** Keys that go to a corner, with Ctrl alone. */
const corners: Record<string, At> = {
  Home: { row: -1, column: -1 },
  End: { row: 1, column: 1 },
};

/** The rectangle after Shift and a key; with Ctrl to the end of what is shown. Nothing for other keys. */
export function stretch(
  range: Range,
  key: string,
  toEnd: boolean,
  size: { readonly rows: number; readonly columns: number },
): Range | null {
  const step = steps[key] ?? (toEnd ? corners[key] : undefined);
  if (step === undefined) return null;
  const far = toEnd ? Math.max(size.rows, size.columns) : 1;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const focus = {
    row: within(range.focus.row + step.row * far, size.rows),
    column: within(range.focus.column + step.column * far, size.columns),
  };
  return { anchor: range.anchor, focus };
}
