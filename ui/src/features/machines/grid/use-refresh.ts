/** Draws cells again when what they show changes: the rows that changed, and no others. */

import type { GridApi, IRowNode } from "ag-grid-community";
import { useEffect } from "react";
import type { Handle } from "../../../shared/records/grid/handles";
import { type Fleet, useFleet } from "../fleet/store";
import { useView } from "../fleet/view";

export function useRefresh(api: () => GridApi<Handle> | null): void {
  useEffect(() => {
    let changed: Set<string> | "all" = new Set();
    let asked = false;
    const refresh = () => {
      if (asked) return;
      asked = true;
      // Several stores may change in one act; the cells are drawn once, before the next picture.
      queueMicrotask(() => {
        const ids = changed;
        asked = false;
        changed = new Set();
        const grid = api();
        if (grid === null) return;
        if (ids === "all") return grid.refreshCells({ force: true, suppressFlash: true });
        const rowNodes = [...ids]
          .map((id) => grid.getRowNode(id))
          .filter((node): node is IRowNode<Handle> => node !== undefined);
        if (rowNodes.length > 0) grid.refreshCells({ force: true, suppressFlash: true, rowNodes });
      });
    };
    const stops = [
      useFleet.subscribe((now, before) => {
        if (now.people !== before.people || now.types !== before.types) changed = "all";
        else if (changed !== "all") for (const id of changedIn(now, before)) changed.add(id);
        if (changed === "all" || changed.size > 0) refresh();
      }),
      useView.subscribe((now, before) => {
        if (now.range === before.range && now.folded === before.folded) return;
        changed = "all";
        refresh();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [api]);
}

/** The machines of which something that a row shows is different. */
function* changedIn(now: Fleet, before: Fleet): Generator<string> {
  yield* different(now.machines, before.machines);
  yield* different(now.pending, before.pending);
  yield* different(now.optimistic, before.optimistic);
  yield* different(now.refusals, before.refusals);
  yield* different(now.planned, before.planned);
}

function* different<T>(now: ReadonlyMap<string, T>, before: ReadonlyMap<string, T>): Generator<string> {
  if (now === before) return;
  for (const [id, value] of now) if (before.get(id) !== value) yield id;
  for (const id of before.keys()) if (!now.has(id)) yield id;
}
