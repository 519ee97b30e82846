/** The rectangle of cells in a list of records: Shift with arrows or a click, or a drag, stretches it. Its screen keeps it. */

import type { CellClassParams, CellMouseDownEvent, CellMouseOverEvent, GridApi } from "ag-grid-community";
import type { AgGridReactProps } from "ag-grid-react";
import type { Handle } from "./handles";
import { boxOf, inBox, isSingle, type Range, stretch } from "./range";

/** The rows that are shown, in their order. */
export type Shown = readonly { readonly id: string }[];

/** A screen's store of the rectangle, and of its columns in their order. */
export type RectangleStore = {
  getState: () => { readonly range: Range | null; readonly order: readonly string[] };
  setState: (part: { range: Range | null }) => void;
};

/** The row and the column of an element inside the grid. */
export function placeOf(target: EventTarget | null): { id: string; column: string | null } | null {
  if (!(target instanceof Element)) return null;
  const id = target.closest("[row-id]")?.getAttribute("row-id") ?? null;
  return id === null ? null : { id, column: target.closest("[col-id]")?.getAttribute("col-id") ?? null };
}

/**
 * The rectangle among these rows, which begins anew where the focus, `cell`, went by itself. The grid counts its
 * focused row by its place, which is another one as soon as rows come or go.
 */
export function rangeNow(
  { getState }: RectangleStore,
  rows: Shown,
  cell = placeOf(document.activeElement),
): Range | null {
  const { range, order } = getState();
  const row = cell === null ? -1 : rows.findIndex(({ id }) => id === cell.id);
  const column = order.indexOf(cell?.column ?? "");
  if (row < 0 || column < 0) return range;
  if (range !== null && range.anchor.row === row && range.anchor.column === column) return range;
  const at = { row, column };
  return { anchor: at, focus: at };
}

/**
 * Time at which a key stretched a rectangle last: the grid reports clicks late, and one from before must not undo it.
 */
let stretchedAt = 0;

/** Stretches the rectangle by Shift and an arrow, or Home and End with Ctrl. Answers whether it was such a key. */
export function stretchByKey(event: KeyboardEvent, api: GridApi<Handle>, store: RectangleStore, rows: Shown): boolean {
  const range = rangeNow(store, rows);
  if (!event.shiftKey || range === null) return false;
  const { order } = store.getState();
  const next = stretch(range, event.key, event.ctrlKey || event.metaKey, { rows: rows.length, columns: order.length });
  if (next === null) return false;
  stretchedAt = event.timeStamp;
  store.setState({ range: next });
  bringIntoView(api, next.focus.row, order[next.focus.column] ?? "");
  return true;
}

function bringIntoView(api: GridApi<Handle>, row: number, name: string): void {
  api.ensureIndexVisible(row);
  const column = api.getColumn(name);
  if (column !== null && !column.isPinned()) api.ensureColumnVisible(column);
}

/** Returns the grid's handlers of mouse and focus, which move the rectangle. */
export function rectangleEvents({ getState, setState }: RectangleStore) {
  const beginAt = (cell: Range["anchor"]) => setState({ range: { anchor: cell, focus: cell } });
  // The grid tells late: the row's place is the one of now.
  const stretchTo = ({ node: { rowIndex }, column }: CellMouseDownEvent<Handle> | CellMouseOverEvent<Handle>) => {
    const { range, order } = getState();
    const at = order.indexOf(column.getColId());
    if (rowIndex === null || at < 0 || range === null) return;
    setState({ range: { anchor: range.anchor, focus: { row: rowIndex, column: at } } });
  };
  return {
    onCellFocused: ({ api }) => {
      const cell = placeOf(document.activeElement);
      const rowIndex = (cell === null ? undefined : api.getRowNode(cell.id))?.rowIndex ?? null;
      const at = getState().order.indexOf(cell?.column ?? "");
      if (rowIndex === null || at < 0) return;
      const { range } = getState();
      if (range?.anchor.row === rowIndex && range.anchor.column === at) return;
      beginAt({ row: rowIndex, column: at });
    },
    onCellMouseDown: (event) => {
      const mouse = event.event as MouseEvent | undefined;
      if (mouse === undefined || mouse.timeStamp < stretchedAt) return;
      const column = getState().order.indexOf(event.column.getColId());
      if (mouse.shiftKey) stretchTo(event);
      else if (event.node.rowIndex !== null && column >= 0) beginAt({ row: event.node.rowIndex, column });
    },
    onCellMouseOver: (event) => {
      if ((event.event as MouseEvent | undefined)?.buttons === 1) stretchTo(event);
    },
  } satisfies AgGridReactProps<Handle>;
}

/** Returns true for a cell in a rectangle of more than one cell. */
export function isRanged({ rowIndex }: CellClassParams<Handle>, column: number, range: Range | null): boolean {
  return range !== null && !isSingle(range) && inBox(boxOf(range), { row: rowIndex, column });
}
