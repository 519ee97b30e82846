/** Fuel data that is missing, by what the rules say of each fuel. Pure. */

import { fuelUses } from "../../../shared/fields";
import { type FieldName, fuelFields } from "./fields";
import type { Values } from "./types";

/** Fields without a value. A machine without an engine has nothing to fill in. */
export function missingFuel(machine: Values): FieldName[] {
  if (fuelUses().some(({ fuel, needsRate }) => fuel === machine.fuelType && !needsRate)) return [];
  return fuelFields.filter((field) => (machine[field] ?? null) === null);
}
