/** F8: the next cell, by rows and columns, that has something to say. */

import type { GridApi } from "ag-grid-community";
import type { Handle } from "../../../shared/records/grid/handles";
import { markOf } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import { columnOf } from "../model/fields";
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

/** Puts the focus on a cell, wherever it is. */
export function goTo(api: GridApi<Handle> | null, row: number, column: number): void {
  const name = useView.getState().order[column];
  if (api === null || name === undefined) return;
  api.ensureIndexVisible(row);
  if (!columnOf(name).pinned) api.ensureColumnVisible(name);
  api.setFocusedCell(row, name);
  const at = { row, column };
  setView({ range: { anchor: at, focus: at } });
}
