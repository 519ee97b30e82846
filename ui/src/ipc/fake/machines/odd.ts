/** Values that the server sent in a form their fields cannot have; each goes when something is stored in its place. */

import type { CellValue, OddValue } from "../../bindings";
import type { Scenario } from "../scenarios";
import type { Rec } from "./fields";

const odd: Readonly<Record<string, OddValue[]>> = {
  "m-1043": [{ field: "serviceDate", raw: "neste uke", expected: "instant" }],
  "m-1051": [{ field: "hourMeter", raw: '{"value":2204}', expected: "number" }],
  "m-1063": [{ field: "fuelConsumptionUnit", raw: "cups", expected: "choice" }],
  "m-1024": [{ field: "blockCheckIn", raw: "2", expected: "bool" }],
};

/** The cells of odd values hold nothing. */
export function emptyOdd(records: Map<string, Rec>): void {
  for (const [id, values] of Object.entries(odd)) {
    const record = records.get(id);
    for (const { field } of values) if (record !== undefined) record.values[field] = null;
  }
}

export function oddOf({ on }: Scenario, id: string, values: Record<string, CellValue>): OddValue[] {
  if (!on.has("oddValues")) return [];
  return (odd[id] ?? []).filter(({ field }) => (values[field] ?? null) === null);
}
