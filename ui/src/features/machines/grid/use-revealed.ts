/** The machine that *Find anything* found: its row is brought into view and gets the focus, whatever hid it. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";
import type { Handle } from "../../../shared/records/grid/handles";
import { setView, useView } from "../fleet/view";
import type { FleetRow } from "../model/rows";
import { goTo } from "./next-problem";

/** *Find anything* gives the focus back to where it was a moment after it closed; the row takes it after that. */
const settledMs = 50;

export function useRevealed(
  api: () => GridApi<Handle> | null,
  all: readonly FleetRow[],
  shown: readonly FleetRow[],
): void {
  const id = useView((view) => view.reveal);
  const cleared = useRef<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const row = shown.findIndex((each) => each.id === id);
    if (row < 0) {
      // Deleted meanwhile, which the panel says, or hidden although nothing is filtered.
      if (cleared.current === id || all.every((each) => each.id !== id)) return setView({ reveal: null });
      cleared.current = id;
      return setView({ search: "", view: "all", ownView: null, filters: [], folded: new Set() });
    }
    const reveal = () => {
      // The grid is not drawn yet.
      if (api() === null) return;
      clearInterval(timer);
      cleared.current = null;
      const { order } = useView.getState();
      goTo(api(), row, Math.max(0, order.indexOf("machineNumber")));
      setView({ reveal: null });
    };
    const timer = setInterval(reveal, settledMs);
    return () => clearInterval(timer);
  }, [id, all, shown, api]);
}
