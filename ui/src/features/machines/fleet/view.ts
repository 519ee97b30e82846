/** View of the fleet: kept until the window closes; columns and own views are kept for the next start, too. */

import { create } from "zustand";
import type { BatchReport, CellEdit } from "../../../ipc";
import type { Range } from "../../../shared/records/grid/range";
import { isKeptColumns, type KeptColumns } from "../../../shared/records/importing/kept-columns";
import type { Which } from "../../../shared/records/selection";
import { forgetActs } from "../../../shared/records/undoable-batches";
import { keptList, parsedLayout } from "../../../shared/records/use-layout";
import { type ColumnName, defaultColumns, isColumn, pinnedColumns } from "../model/fields";
import type { Filter, ViewName } from "../model/filters";
import type { Sort } from "../model/rows";
import { type Commands, did, noCommands, saveUndone } from "../model/undo";

export type OwnView = {
  readonly name: string;
  readonly view: ViewName;
  readonly search: string;
  readonly filters: readonly Filter[];
};

export type Panel =
  | { readonly kind: "block"; readonly ids: Which }
  | { readonly kind: "fuel"; readonly ids: Which }
  | { readonly kind: "edit"; readonly ids: Which; readonly column: ColumnName | null }
  /** `refused`: why the service would not let it go. */
  | { readonly kind: "detail"; readonly id: string; readonly refused?: string }
  | { readonly kind: "create"; readonly from?: Readonly<Record<string, string>> }
  | { readonly kind: "report"; readonly report: BatchReport }
  | { readonly kind: "problems" }
  | { readonly kind: "batches" };

export type View = {
  search: string;
  view: ViewName;
  ownView: string | null;
  filters: readonly Filter[];
  sort: Sort;
  folded: ReadonlySet<string>;
  range: Range | null;
  panel: Panel | null;
  /** The machine whose row the grid goes to as soon as it is drawn. */
  reveal: string | null;
  commands: Commands;
  /** What each save of this window saved, by its batch: it can be redone once the save is undone. */
  saves: ReadonlyMap<number, readonly CellEdit[]>;
  /** Said of the last paste. */
  pasted: { cells: number; problems: number; outside: number; headings: boolean } | null;
  order: readonly ColumnName[];
  widths: Readonly<Record<string, number>>;
  ownViews: readonly OwnView[];
  /** What the columns of files were taken for, the newest last. */
  imports: readonly KeptColumns[];
  /** Whether what was kept was read in this window. */
  taken: boolean;
};

export const useView = create<View>(() => ({
  search: "",
  view: "all",
  ownView: null,
  filters: [],
  sort: { column: "machineNumber", descending: false },
  folded: new Set(),
  range: null,
  panel: null,
  reveal: null,
  commands: noCommands,
  saves: new Map(),
  pasted: null,
  order: defaultColumns,
  widths: {},
  ownViews: [],
  imports: [],
  taken: false,
}));

export const setView = useView.setState;

export function openPanel(panel: Panel | null): void {
  setView({ panel });
}

/** Forgets what belongs to the machines of one company: another connection has others. */
export function forgetMachines(): void {
  forgetActs("machines");
  setView({ search: "", folded: new Set(), range: null, panel: null, reveal: null, pasted: null });
  setView({ commands: noCommands, saves: new Map() });
}

export function noteCommand(before: readonly CellEdit[], after: readonly CellEdit[]): void {
  if (after.length === 0) return;
  setView(({ commands }) => ({ commands: did(commands, { before, after }) }));
}

export function noteSave(batch: number, saved: readonly CellEdit[]): void {
  setView(({ saves }) => ({ saves: new Map(saves).set(batch, saved) }));
}

/** A batch was undone on these machines; what it had saved of them, if it was a save, can be redone. */
export function noteUndone(batch: number, machineIds: ReadonlySet<string>): void {
  setView(({ commands, saves }) => {
    const back = (saves.get(batch) ?? []).filter(({ machineId }) => machineIds.has(machineId));
    const left = new Map(saves);
    left.delete(batch);
    return { commands: saveUndone(commands, back), saves: left };
  });
}

/** What is kept for the next start. */
export function layoutText(): string {
  const { order, widths, ownViews, imports } = useView.getState();
  return JSON.stringify({ order, widths, ownViews, imports });
}

/** Takes a kept layout; what this version does not know is left out. */
export function takeLayout(text: string | null): void {
  setView({ taken: true });
  if (text === null) return;
  const kept = parsedLayout(text);
  const order = keptList(kept.order).filter((name): name is ColumnName => typeof name === "string" && isColumn(name));
  const ownViews = keptList(kept.ownViews).filter(isOwnView);
  setView({
    ...(order.length > 0 && { order: [...pinnedColumns, ...order.filter((name) => !pinnedColumns.includes(name))] }),
    ...(typeof kept.widths === "object" && kept.widths !== null && { widths: kept.widths as Record<string, number> }),
    ownViews,
    imports: keptList(kept.imports).filter(isKeptColumns),
  });
}

function isOwnView(value: unknown): value is OwnView {
  if (typeof value !== "object" || value === null) return false;
  const { name, filters } = value as Record<string, unknown>;
  return typeof name === "string" && Array.isArray(filters);
}
