/** F8: the next cell, by rows and columns, that has something to say. */

import type { GridApi } from "ag-grid-community";
import type { Handle } from "../../../shared/records/grid/handles";
import { goTo as goToCell } from "../../../shared/records/grid/use-focus-kept";
import { markOf } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import { useView } from "../fleet/view";
import type { FleetRow } from "../model/rows";

const speaks = new Set(["problem", "meanwhile", "refused"]);

export function nextProblem(api: GridApi<Handle> | null, shown: readonly FleetRow[]): void {
  const { order, range } = useView.getState();
  const fleet = useFleet.getState();
  const width = order.length;
  const all = shown.flatMap(({ id }, row) => {
    if (!fleet.pending.has(id) && !fleet.refusals.has(id)) return [];
    return order.flatMap((column, at) => (speaks.has(markOf(id, column, fleet) ?? "") ? [row * width + at] : []));
  });
  const now = range === null ? -1 : range.anchor.row * width + range.anchor.column;
  const next = all.find((at) => at > now) ?? all[0];
  if (next === undefined) return;
  goTo(api, Math.floor(next / width), next % width);
}

/** Puts the focus on a cell of the machines, wherever it is. */
export function goTo(api: GridApi<Handle> | null, row: number, column: number): void {
  goToCell(api, useView, row, column);
}
