/** The rectangle and the focus stay on their rows when others come, go or are sorted; of a row that is gone, they go to its successor. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Handle } from "./handles";
import { followed } from "./range";
import { type RectangleStore, rangeNow, type Shown } from "./rectangle";

/** How many pictures the grid may take to move its rows. */
const mostTries = 120;

export function useFocusKept(store: RectangleStore, api: () => GridApi<Handle> | null, shown: Shown): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    const rows = before.current;
    before.current = shown;
    // Where the focus is now counts: the grid tells of a click late.
    const range = rangeNow(store, rows);
    if (range === null || rows === shown || shown.length === 0) return;
    const next = followed(range, rows, shown);
    store.setState({ range: next });
    if (rows[range.anchor.row]?.id === shown[range.anchor.row]?.id) return;
    const inGrid = document.activeElement?.closest(".ag-cell") != null;
    let tries = 0;
    // The grid moves the row, or takes it away, in one of its next pictures; until then its own focus stays with the row.
    const follow = () => {
      const grid = api();
      if (grid === null) return;
      const moved = grid.getDisplayedRowAtIndex(next.anchor.row)?.data?.id === shown[next.anchor.row]?.id;
      tries += 1;
      if (!moved && tries < mostTries) {
        frame = requestAnimationFrame(follow);
        return;
      }
      const lost = document.activeElement === document.body || document.activeElement === null;
      // What is being typed goes on in its row: an editor that lost the focus would end.
      const editing = grid.getEditingCells().length > 0;
      if ((inGrid || lost) && !editing) goTo(grid, store, next.anchor.row, next.anchor.column);
      store.setState({ range: next });
    };
    let frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [store, api, shown]);
  // Nobody remembers on return which cell had the focus; its place may hold another record by then.
  useEffect(() => () => store.setState({ range: null }), [store]);
}

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
