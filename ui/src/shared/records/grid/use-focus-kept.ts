/** The rectangle and the focus stay on their rows when others come, go or are sorted; of a row that is gone, they go to its successor. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Handle } from "./handles";
import { followed } from "./range";
import { placeOf, type RectangleStore, rangeNow, type Shown } from "./rectangle";

/** Number of pictures that the grid may take to move its rows. */
const mostTries = 120;

export function useFocusKept(store: RectangleStore, api: () => GridApi<Handle> | null, shown: Shown): void {
  const before = useRef(shown);
  /** The cell that the focus was given to last; none when it was given to something else since. */
  const last = useRef<ReturnType<typeof placeOf>>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && target.closest(".ag-cell") !== null ? placeOf(target) : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    const rows = before.current;
    before.current = shown;
    // Where the focus is now counts: the grid tells of a click late.
    const range = rangeNow(store, rows, isLost() ? last.current : undefined);
    if (range === null || rows === shown || shown.length === 0) return;
    const next = followed(range, rows, shown);
    store.setState({ range: next });
    const { row, column } = next.anchor;
    const id = shown[row]?.id;
    if (rows[range.anchor.row]?.id === shown[range.anchor.row]?.id) return;
    let tries = 0;
    // The grid moves the row, or takes it away, in one of its next pictures; until then the focus stays with the row.
    const follow = () => {
      const grid = api();
      // The focus was given to something else meanwhile.
      if (grid === null || (!isLost() && placeOf(document.activeElement)?.id !== id)) return;
      tries += 1;
      if (grid.getDisplayedRowAtIndex(row)?.data?.id !== id && tries < mostTries) {
        frame = requestAnimationFrame(follow);
        return;
      }
      // What is being typed goes on in its row: an editor that lost the focus would end.
      if (grid.getEditingCells().length === 0) goTo(grid, store, row, column);
      store.setState({ range: next });
    };
    let frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [store, api, shown]);
  // Nobody remembers on return which cell had the focus; its place may hold another record by then.
  useEffect(() => () => store.setState({ range: null }), [store]);
}

/** The focus is nowhere: its element was taken away. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Puts the focus on a cell, wherever it is, and begins the rectangle there. */
export function goTo(api: GridApi<Handle> | null, store: RectangleStore, row: number, column: number): void {
  const name = store.getState().order[column];
  if (api === null || name === undefined) return;
  api.ensureIndexVisible(row);
  if (!api.getColumn(name)?.isPinned()) api.ensureColumnVisible(name);
  api.setFocusedCell(row, name);
  const at = { row, column };
  store.setState({ range: { anchor: at, focus: at } });
}
