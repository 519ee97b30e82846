/** A row that disappears takes the focus with it: it goes to the row that comes into its place. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";
import { useView } from "../fleet/view";
import type { FleetRow } from "../model/rows";
import type { Handle } from "./handles";
import { goTo } from "./next-problem";

export function useFocusKept(api: () => GridApi<Handle> | null, shown: readonly FleetRow[]): void {
  const before = useRef(shown);
  useEffect(() => {
    const { range } = useView.getState();
    const row = range === null ? undefined : before.current[range.anchor.row];
    before.current = shown;
    if (range === null || row === undefined || shown.length === 0 || shown.some(({ id }) => id === row.id)) return;
    // The grid takes the row away in its next frame.
    const frame = requestAnimationFrame(() => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost) goTo(api(), Math.min(range.anchor.row, shown.length - 1), range.anchor.column);
    });
    return () => cancelAnimationFrame(frame);
  }, [api, shown]);
}
