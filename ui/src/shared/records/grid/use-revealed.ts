/** The record that *Find anything* found: its row is brought into view and gets the focus, whatever hid it. */

import type { GridApi } from "ag-grid-community";
import { useEffect, useRef, useState } from "react";
import type { Handle } from "./handles";
import type { RectangleStore, Shown } from "./rectangle";
import { goTo } from "./use-focus-kept";

/** A row that does not take the focus in so many pictures is left as it stands. */
const mostTries = 120;

/** So many pictures it is kept in the middle: what opens beside the grid takes room from it, and its scroll bar lies over the last row. */
const settling = 40;

type Revealed = {
  /** Id of the record to show; `null` for none. */
  id: string | null;
  /** All records were read. */
  whole: boolean;
  store: RectangleStore;
  /** The column that gets the focus. */
  column: string;
  /** Takes away what may hide it. */
  show: () => void;
  /** Runs once it is found, or cannot be. */
  done: () => void;
};

export function useRevealed(api: () => GridApi<Handle> | null, all: Shown, shown: Shown, revealed: Revealed): void {
  const newest = useRef(revealed);
  newest.current = revealed;
  const { id, whole } = revealed;
  const cleared = useRef<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const { store, column, show, done } = newest.current;
    const row = shown.findIndex((each) => each.id === id);
    if (row < 0) {
      const isThere = all.some((each) => each.id === id);
      // It comes with a later page.
      if (!isThere && !whole) return;
      // Deleted meanwhile, which the panel says, or hidden although nothing is filtered.
      if (!isThere || cleared.current === id) return done();
      cleared.current = id;
      return show();
    }
    const at = Math.max(0, store.getState().order.indexOf(column));
    let tries = 0;
    let inFocus = 0;
    let frame = 0;
    const end = () => {
      cleared.current = null;
      done();
    };
    // What a person does once the row is marked is newer than the search.
    const onAct = () => {
      if (tries > 0) end();
    };
    const reveal = () => {
      const grid = api();
      // A grid that is new has no rows for a moment, or still those of before.
      if (grid !== null && grid.getDisplayedRowAtIndex(row)?.data?.id === id) {
        if (hasFocus(id)) inFocus += 1;
        if (inFocus > settling || tries > mostTries) return end();
        // Its cell may not be drawn yet, and what closes may give the focus back to where it was: it is asked for again.
        if (tries === 0 || !hasFocus(id)) goTo(grid, store, row, at);
        else grid.ensureIndexVisible(row, "middle");
        tries += 1;
      }
      frame = requestAnimationFrame(reveal);
    };
    frame = requestAnimationFrame(reveal);
    const acts = ["keydown", "pointerdown", "wheel"] as const;
    for (const act of acts) document.addEventListener(act, onAct, true);
    return () => {
      cancelAnimationFrame(frame);
      for (const act of acts) document.removeEventListener(act, onAct, true);
    };
  }, [id, all, shown, whole, api]);
}

/**
 * Marks the row of an open panel for a person who comes back to it: keys act on the row of the keyboard. A filter stays
 * as it is.
 */
export function useRowOfPanel(panel: string | null, shown: Shown, reveal: (id: string) => void): void {
  const [begin] = useState(() => () => {
    if (panel !== null && shown.some(({ id }) => id === panel)) reveal(panel);
  });
  useEffect(begin, [begin]);
}

const hasFocus = (id: string) => document.activeElement?.closest("[row-id]")?.getAttribute("row-id") === id;
