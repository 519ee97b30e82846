/** Value shown in a cell: the stored one, over it the pending one, over it the one just clicked. */

import type { PendingEdit } from "../../../ipc";
import { type ColumnName, fieldsOf } from "../model/fields";
import { type Machine, replaced, withPending } from "../model/types";
import { type Fleet, useFleet } from "./store";

/** The record as the grid shows it; the same object until something of it changes. */
export function shownMachine(id: string, fleet: Fleet = useFleet.getState()): Machine | undefined {
  const stored = fleet.machines.get(id);
  if (stored === undefined) return undefined;
  const pending = fleet.pending.get(id);
  const update = fleet.optimistic.get(id);
  if (pending === undefined && update === undefined) return stored;
  const shown = withPending(stored, pending);
  return update === undefined ? shown : { ...replaced(shown, Object.keys(update)), ...update };
}

/** The pending edits that a column shows. */
export function editsIn(id: string, column: ColumnName, fleet: Fleet = useFleet.getState()): PendingEdit[] {
  const pending = fleet.pending.get(id);
  if (pending === undefined) return [];
  return fieldsOf(column).flatMap((field) => pending.get(field) ?? []);
}

export type CellMark = "problem" | "meanwhile" | "refused" | "changed" | null;

/** The worst of what a cell has to say. */
export function markOf(id: string, column: ColumnName, fleet: Fleet = useFleet.getState()): CellMark {
  const edits = editsIn(id, column, fleet);
  if (edits.some(({ problem }) => problem !== null)) return "problem";
  if (edits.some(({ changed }) => changed)) return "meanwhile";
  if (edits.some(({ failure }) => failure !== null)) return "refused";
  if (column === "blockCheckIn" && fleet.refusals.has(id)) return "refused";
  return edits.length > 0 ? "changed" : null;
}
