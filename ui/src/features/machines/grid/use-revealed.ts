/** The machine that *Find anything* found: its row is brought into view and gets the focus, whatever hid it. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";
import type { Handle } from "../../../shared/records/grid/handles";
import { useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import type { FleetRow } from "../model/rows";
import { goTo } from "./next-problem";

/** A row that does not take the focus in so many pictures is left as it stands. */
const mostTries = 120;

export function useRevealed(
  api: () => GridApi<Handle> | null,
  all: readonly FleetRow[],
  shown: readonly FleetRow[],
): void {
  const id = useView((view) => view.reveal);
  const whole = useFleet((fleet) => fleet.whole);
  const cleared = useRef<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const row = shown.findIndex((each) => each.id === id);
    if (row < 0) {
      const isThere = all.some((each) => each.id === id);
      // It comes with a later page.
      if (!isThere && !whole) return;
      // Deleted meanwhile, which the panel says, or hidden although nothing is filtered.
      if (!isThere || cleared.current === id) return setView({ reveal: null });
      cleared.current = id;
      return setView({ search: "", view: "all", ownView: null, filters: [], folded: new Set() });
    }
    let tries = 0;
    let frame = 0;
    const end = () => {
      cleared.current = null;
      setView({ reveal: null });
    };
    // What a person does once the row is marked is newer than the search.
    const onAct = () => {
      if (tries > 0) end();
    };
    const reveal = () => {
      const grid = api();
      // A grid that is new has no rows for a moment, or still those of before.
      if (grid !== null && grid.getDisplayedRowAtIndex(row)?.data?.id === id) {
        if (tries > 0 && (hasFocus(id) || tries > mostTries)) return end();
        bring(grid, row, tries === 0);
        tries += 1;
      }
      frame = requestAnimationFrame(reveal);
    };
    frame = requestAnimationFrame(reveal);
    document.addEventListener("keydown", onAct, true);
    document.addEventListener("pointerdown", onAct, true);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", onAct, true);
      document.removeEventListener("pointerdown", onAct, true);
    };
  }, [id, all, shown, whole, api]);
}

/** Its cell may not be drawn yet, and what closes may give the focus back to where it was: it is asked for again. */
function bring(grid: GridApi<Handle>, row: number, first: boolean): void {
  const { order } = useView.getState();
  const at = Math.max(0, order.indexOf("machineNumber"));
  if (first) goTo(grid, row, at);
  else {
    grid.ensureIndexVisible(row);
    grid.setFocusedCell(row, order[at] ?? "machineNumber");
  }
}

const hasFocus = (id: string) => document.activeElement?.closest("[row-id]")?.getAttribute("row-id") === id;
