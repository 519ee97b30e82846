/** Fuel data: what is missing, what is odd, what a fuel is measured in. Hints, never refusals: the service takes them all. Pure. */

import type { FuelOddity } from "../../../ipc";
import { fuelFields } from "./fields";
import type { FieldName, Values } from "./types";

export type Measure = "litres" | "kilowattHours" | "kilograms";

const none = 0;
const electric = 4;
const gases = [5, 6];

/** What a fuel is measured in; nothing for none and for numbers that the specification does not have. */
export function measureOf(fuel: number): Measure | null {
  if (fuel === electric) return "kilowattHours";
  if (gases.includes(fuel)) return "kilograms";
  return fuel >= 1 && fuel <= 7 ? "litres" : null;
}

/** The specification's numbers: litres, kilowatt hours, kilograms, each per hour and per kilometre. */
export function unitOf(measure: Measure, kilometre: boolean): number {
  return { litres: 0, kilowattHours: 2, kilograms: 4 }[measure] + (kilometre ? 1 : 0);
}

export function measureOfUnit(unit: number): Measure | null {
  if (unit < 0 || unit > 5) return null;
  return unit < 2 ? "litres" : unit < 4 ? "kilowattHours" : "kilograms";
}

export const perKilometre = (unit: number) => unit % 2 === 1;

/** Fields without a value. A machine without an engine has nothing to fill in. */
export function missingFuel(machine: Values): FieldName[] {
  if (machine.fuelType === none) return [];
  return fuelFields.filter((field) => (machine[field] ?? null) === null);
}

/** What does not fit together in the fuel data of one machine. */
export function oddFuel(machine: Values): FuelOddity[] {
  const { fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } = machine;
  const odd: FuelOddity[] = [];
  if (fuel === none) {
    if (typeof rate === "number" && rate > 0) odd.push("rateWithoutFuel");
    return odd;
  }
  if (typeof fuel === "number" && rate === 0) odd.push("zeroRate");
  if (typeof fuel !== "number" || typeof unit !== "number") return odd;
  const measure = measureOf(fuel);
  const counted = measureOfUnit(unit);
  if (measure === null || counted === null || measure === counted) return odd;
  // Gas is sold by volume, too: only what cannot be is odd.
  if (counted === "kilowattHours") odd.push("electricityWithLiquid");
  else if (measure === "kilowattHours") odd.push("litresWithElectric");
  else if (measure === "litres") odd.push("weightWithLiquid");
  return odd;
}
