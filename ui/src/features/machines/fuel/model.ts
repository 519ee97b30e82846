/** The form of the fuel editor: what is common to the machines, what is chosen, what does not fit. Pure. */

import type { FuelChange, FuelProvenance } from "../../../ipc";
import { measureOf, perKilometre, unitOf } from "../model/hints";
import type { Machine } from "../model/types";

/** Nothing stands for *leave as is*. */
export type FuelForm = {
  readonly rate: string;
  readonly kilometre: boolean | null;
  readonly fuel: number | null;
  readonly provenance: FuelProvenance | null;
};

/** Where values can come from. */
export const provenances = ["measured", "maker", "estimate"] as const satisfies readonly FuelProvenance[];

/** The fuels of the specification, by their numbers. */
export const fuels: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** The next fuel after this one whose word begins with a letter; none for other keys and letters. */
export function nextFuel(key: string, now: number | null, word: (fuel: number) => string): number | null {
  if (!/^\p{L}$/u.test(key)) return null;
  const found = fuels.filter((fuel) => word(fuel).toLowerCase().startsWith(key.toLowerCase()));
  const at = now === null ? -1 : found.indexOf(now);
  return found[(at + 1) % Math.max(1, found.length)] ?? null;
}

/** What all machines have in common; where they differ, it is left as it is. */
export function formOf(machines: readonly Machine[], show: (rate: number) => string): FuelForm {
  const one = <T>(values: readonly T[]): T | null => {
    const [first] = values;
    return first !== undefined && values.every((value) => value === first) ? first : null;
  };
  const rate = one(machines.map((machine) => machine.fuelConsumptionRate ?? null));
  const unit = one(machines.map((machine) => machine.fuelConsumptionUnit ?? null));
  const fuel = one(machines.map((machine) => machine.fuelType ?? null));
  return {
    rate: typeof rate === "number" ? show(rate) : "",
    // Without any unit there is nothing to be left as it is; most machines count hours.
    kilometre: typeof unit === "number" ? perKilometre(unit) : machines.every(unitless) ? false : null,
    fuel: typeof fuel === "number" ? fuel : null,
    provenance: one(machines.map((machine) => machine.fuelProvenance)),
  };
}

const unitless = ({ fuelConsumptionUnit }: Machine) => typeof fuelConsumptionUnit !== "number";

/** The unit that the fuel and the count decide together. The person never picks one that cannot be. */
export function unitFor({ kilometre, fuel }: FuelForm): number | null {
  const measure = fuel === null ? null : measureOf(fuel);
  return measure === null || kilometre === null ? null : unitOf(measure, kilometre);
}

/** What is sent: only what was chosen. */
export function changeOf(form: FuelForm, rate: number | null): FuelChange {
  return { rate, unit: unitFor(form), fuel: form.fuel };
}

/** Rates of machines of the same name and fuel count, most frequent first. */
export function alikeOf(
  machines: readonly Machine[],
  fleet: Iterable<Machine>,
): { name: string; rate: number; unit: number; fuel: number; count: number }[] {
  const names = new Set(machines.flatMap(({ name }) => (typeof name === "string" && name !== "" ? [name] : [])));
  const own = new Set(machines.map(({ id }) => id));
  const found = new Map<string, { name: string; rate: number; unit: number; fuel: number; count: number }>();
  for (const { id, name, fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } of fleet) {
    if (own.has(id) || typeof name !== "string" || !names.has(name)) continue;
    if (typeof rate !== "number" || rate <= 0 || typeof unit !== "number" || typeof fuel !== "number") continue;
    const key = `${name}\n${rate}\n${unit}\n${fuel}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { name, rate, unit, fuel, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, 3);
}
