/** A new search shows its result from the first row on, also where rows arrive later; the keyboard begins there, too. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Handle } from "./handles";
import { placeOf, type RectangleStore, type Shown } from "./rectangle";

/** For so many pictures a grid that was scrolled down may still scroll after its rows came. */
const settling = 40;

/** Called after `useFocusKept`, which keeps the rectangle with its row. */
export function useSearchTop(
  store: Pick<RectangleStore, "setState"> & { getState: () => { readonly reveal: string | null } },
  api: () => GridApi<Handle> | null,
  search: string,
  shown: Shown,
): void {
  const before = useRef(search);
  /** From a new search on, until a person moves in the list. */
  const held = useRef(false);
  useEffect(() => {
    const onAct = ({ type, target }: Event) => {
      if (type !== "keydown" || placeOf(target) !== null) held.current = false;
    };
    const acts = ["keydown", "pointerdown", "wheel"] as const;
    for (const act of acts) document.addEventListener(act, onAct, true);
    return () => {
      for (const act of acts) document.removeEventListener(act, onAct, true);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come are shown from the top, too
  useLayoutEffect(() => {
    if (before.current !== search) {
      before.current = search;
      held.current = true;
      store.setState({ range: null });
      api()?.clearFocusedCell();
      toTop(api());
    }
    let pictures = 0;
    let frame = 0;
    const hold = () => {
      // A row that was given the focus, or is about to be, stays in sight.
      if (placeOf(document.activeElement) !== null || store.getState().reveal !== null) held.current = false;
      if (!held.current || pictures > settling) return;
      pictures += 1;
      const grid = api();
      if (grid !== null && grid.getVerticalPixelRange().top > 0) toTop(grid);
      frame = requestAnimationFrame(hold);
    };
    hold();
    return () => cancelAnimationFrame(frame);
  }, [store, api, search, shown]);
}

function toTop(grid: GridApi<Handle> | null): void {
  if (grid !== null && grid.getDisplayedRowCount() > 0) grid.ensureIndexVisible(0, "top");
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
