/** A new search shows its result from the first row on; the keyboard begins there, too. */

import type { GridApi } from "ag-grid-community";
import { useLayoutEffect, useRef } from "react";
import type { Handle } from "./handles";
import type { RectangleStore } from "./rectangle";

/** Called after `useFocusKept`, which keeps the rectangle with its row. */
export function useSearchTop(store: RectangleStore, api: () => GridApi<Handle> | null, search: string): void {
  const before = useRef(search);
  useLayoutEffect(() => {
    if (before.current === search) return;
    before.current = search;
    store.setState({ range: null });
    const grid = api();
    grid?.clearFocusedCell();
    if (grid !== null && grid.getDisplayedRowCount() > 0) grid.ensureIndexVisible(0, "top");
  }, [store, api, search]);
}

/** From the search down to the rows: to the cell that had the focus, or where a new search took that away, to the first. */
export function goToRows(
  store: {
    getState: () => Pick<ReturnType<RectangleStore["getState"]>, "range"> & { reveal: string | null };
    setState: (part: { reveal: string }) => void;
  },
  shown: readonly { readonly id: string }[],
  goBack: () => void,
): void {
  const first = shown[0];
  // A row that is being brought into view gets the focus.
  if (store.getState().reveal !== null) return;
  if (store.getState().range !== null || first === undefined) goBack();
  else store.setState({ reveal: first.id });
}
