/** View of the users, and forms being filled in: kept until the window closes; columns for the next start, too. */

import { create } from "zustand";
import type { BatchReport } from "../../../ipc";
import type { Range } from "../../../shared/records/grid/range";
import { isKeptColumns, type KeptColumns } from "../../../shared/records/importing/kept-columns";
import type { Which } from "../../../shared/records/selection";
import { forgetActs } from "../../../shared/records/undoable-batches";
import { keptList, parsedLayout } from "../../../shared/records/use-layout";
import { useUnsavedUsers } from "../../../shared/unsaved";
import { changesOf, type Draft, emptyDraft, isSame } from "../model/draft";
import { type ColumnName, defaultColumns, isColumn, pinnedColumns } from "../model/fields";
import type { Sort } from "../model/rows";
import type { ViewName } from "../model/views";

export type Panel =
  | { readonly kind: "switch"; readonly ids: Which; readonly disabled: boolean }
  /** `refused`: why the service would not let it go. `save`: what the form holds is saved at once, as in the next. */
  | { readonly kind: "detail"; readonly id: string; readonly refused?: string; readonly save?: boolean }
  | { readonly kind: "create"; readonly save?: boolean }
  | { readonly kind: "report"; readonly report: BatchReport }
  | { readonly kind: "batches" };

/** A user as it is found outside the list, where its id is not known. */
export type Wanted = { readonly employeeNumber: string; readonly name: string };

export type View = {
  readonly search: string;
  readonly view: ViewName;
  readonly sort: Sort;
  /** Cells by row and column of what is shown. */
  readonly range: Range | null;
  readonly panel: Panel | null;
  /** Who is to be opened as soon as the users are read. */
  readonly wanted: Wanted | null;
  /** Whose row is to be brought into view. */
  readonly reveal: string | null;
  /** Forms that are not saved, by the user's id; of a new user under the empty id. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** What each form held whenever a field was left, the newest last: Ctrl Z goes back there. */
  readonly steps: Readonly<Record<string, readonly Draft[]>>;
  /** Whether private fields are shown. */
  readonly privately: boolean;
  readonly order: readonly ColumnName[];
  readonly widths: Readonly<Record<string, number>>;
  /** What the columns of files were taken for, the newest last. */
  readonly imports: readonly KeptColumns[];
  /** Whether what was kept was read in this window. */
  readonly taken: boolean;
};

export const useView = create<View>(() => ({
  search: "",
  view: "all",
  sort: { column: "employeeNumber", descending: false },
  range: null,
  panel: null,
  wanted: null,
  reveal: null,
  drafts: {},
  steps: {},
  privately: false,
  order: defaultColumns,
  widths: {},
  imports: [],
  taken: false,
}));

export const setView = useView.setState;

export function openPanel(panel: Panel | null): void {
  setView({ panel });
}

/** Where the draft of a new user is kept. */
export const newUser = "";

export const draftOf = (id: string): Draft => useView.getState().drafts[id] ?? emptyDraft;

export function setDraft(id: string, change: (draft: Draft) => Draft): void {
  setView(({ drafts }) => ({ drafts: { ...drafts, [id]: change(drafts[id] ?? emptyDraft) } }));
}

/** What was typed into forms, and how to go back in it. */
type Dropped = Pick<View, "drafts" | "steps">;

/** Answers what was dropped, as `bringBack` takes it. */
export function dropDrafts(ids: readonly string[]): Dropped {
  const { drafts, steps } = useView.getState();
  const split = <T>(of: Readonly<Record<string, T>>, dropped: boolean) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id) === dropped));
  setView({ drafts: split(drafts, false), steps: split(steps, false) });
  return { drafts: split(drafts, true), steps: split(steps, true) };
}

export function bringBack(dropped: Dropped): void {
  setView(({ drafts, steps }) => ({
    drafts: { ...drafts, ...dropped.drafts },
    steps: { ...steps, ...dropped.steps },
  }));
}

/** Whose form it is that is open; none where another panel is, or none. */
const formIn = ({ panel }: View): string | null =>
  panel?.kind === "detail" ? panel.id : panel?.kind === "create" ? newUser : null;

export const openForm = (id: string, save = false): void =>
  openPanel(id === newUser ? { kind: "create", save } : { kind: "detail", id, save });

/** Whose form holds changes. */
const changedIn = (drafts: View["drafts"]) =>
  Object.entries(drafts).flatMap(([id, draft]) => (changesOf(draft) > 0 ? [id] : []));

useView.subscribe(({ drafts }, before) => {
  if (drafts !== before.drafts) useUnsavedUsers.setState({ count: changedIn(drafts).length, forget: forgetUsers });
});

/** Whose form holds changes and is not open: an open one tells of them itself. */
export function useUnsaved(): readonly string[] {
  const drafts = useView((view) => view.drafts);
  const open = useView(formIn);
  return changedIn(drafts).filter((id) => id !== open);
}

/** Saves the first form that holds changes, in its panel: what is wrong with it stands there. Answers whether one does. */
export function saveForms(): boolean {
  const [first] = changedIn(useView.getState().drafts);
  if (first !== undefined) openForm(first, true);
  return first !== undefined;
}

/** A field was left: what the form holds now can be taken back. */
export function noteStep(id: string): void {
  const draft = draftOf(id);
  setView(({ steps }) => {
    const known = steps[id] ?? [];
    return isSame(known.at(-1) ?? emptyDraft, draft) ? {} : { steps: { ...steps, [id]: [...known, draft] } };
  });
}

/** Takes back the last change of the form that is open: of a field that was not left yet, all that was typed into it
 * since it was entered. Answers whether there was one. */
export function undoStep(): boolean {
  const { steps } = useView.getState();
  const id = formIn(useView.getState());
  if (id === null) return false;
  const known = steps[id] ?? [];
  const last = known.at(-1) ?? emptyDraft;
  if (!isSame(last, draftOf(id))) {
    setDraft(id, () => last);
    return true;
  }
  if (known.length === 0) return false;
  setView({ steps: { ...steps, [id]: known.slice(0, -1) } });
  setDraft(id, () => known.at(-2) ?? emptyDraft);
  return true;
}

/** Forgets what belongs to the users of one company: another connection has others. */
export function forgetUsers(): void {
  forgetActs("users");
  setView({ search: "", range: null, panel: null, reveal: null, drafts: {}, steps: {} });
}

/** What is kept for the next start. */
export function layoutText(): string {
  const { order, widths, imports } = useView.getState();
  return JSON.stringify({ order, widths, imports });
}

/** Takes a kept layout; what this version does not know is left out. */
export function takeLayout(text: string | null): void {
  setView({ taken: true });
  if (text === null) return;
  const kept = parsedLayout(text);
  const order = keptList(kept.order).filter((name): name is ColumnName => typeof name === "string" && isColumn(name));
  setView({
    ...(order.length > 0 && { order: [...pinnedColumns, ...order.filter((name) => !pinnedColumns.includes(name))] }),
    ...(typeof kept.widths === "object" && kept.widths !== null && { widths: kept.widths as Record<string, number> }),
    imports: keptList(kept.imports).filter(isKeptColumns),
  });
}
