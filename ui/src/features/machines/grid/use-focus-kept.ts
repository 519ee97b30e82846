/** The rectangle and the focus stay on their rows when others come, go or are sorted; of a row that is gone, they go to its successor. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Handle } from "../../../shared/records/grid/handles";
import { followed } from "../../../shared/records/grid/range";
import { setView, useView } from "../fleet/view";
import type { FleetRow } from "../model/rows";
import { goTo } from "./next-problem";

export function useFocusKept(api: () => GridApi<Handle> | null, shown: readonly FleetRow[]): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    const { range } = useView.getState();
    const rows = before.current;
    before.current = shown;
    if (range === null || rows === shown || shown.length === 0) return;
    const next = followed(range, rows, shown);
    const id = rows[range.anchor.row]?.id;
    const same = id === shown[range.anchor.row]?.id;
    if (next !== range) setView({ range: next });
    if (same) return;
    const inGrid = document.activeElement?.closest(".ag-cell") != null;
    // The grid moves the row, or takes it away, in its next frame.
    const frame = requestAnimationFrame(() => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (!inGrid && !lost) return;
      goTo(api(), next.anchor.row, next.anchor.column);
      setView({ range: next });
    });
    return () => cancelAnimationFrame(frame);
  }, [api, shown]);
  // Nobody remembers on return which cell had the focus; its place may hold another machine by then.
  useEffect(() => () => setView({ range: null }), []);
}
