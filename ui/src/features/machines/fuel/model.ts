/** The numbers of a group, and the form of the fuel editor: what is common to the machines, what is chosen, what does not fit. Pure. */

import type { FuelChange, FuelCompleteness, FuelCount, FuelProvenance } from "../../../ipc";
import { fuelUses } from "../../../shared/fields";
import type { Machine } from "../model/types";

/** What the gaps are narrowed to; the empty text stands for machines without one. */
export type Group = { readonly by: "type" | "department"; readonly key: string };

/** The numbers of a group; of all machines without one. */
export function countOf({ total, types, departments }: FuelCompleteness, group: Group | null): FuelCount {
  if (group === null) return total;
  const found =
    group.by === "type"
      ? types.find(({ typeId }) => (typeId ?? "") === group.key)
      : departments.find(({ department }) => (department ?? "") === group.key);
  return found?.count ?? total;
}

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
export const fuels = (): number[] => fuelUses().map(({ fuel }) => fuel);

/**
 * The fuel whose word begins with what was typed, up to this key; the same letter again goes on to the next one.
 * None for other keys, and for letters of no fuel.
 */
export function typedFuel(
  before: string,
  key: string,
  now: number | null,
  word: (fuel: number) => string,
): { readonly typed: string; readonly fuel: number } | null {
  if (!/^\p{L}$/u.test(key)) return null;
  const letter = key.toLowerCase();
  const beginning = (text: string) => fuels().filter((fuel) => word(fuel).toLowerCase().startsWith(text));
  const [more] = before === "" ? [] : beginning(before + letter);
  if (more !== undefined) return { typed: before + letter, fuel: more };
  const found = beginning(letter);
  const at = now === null ? -1 : found.indexOf(now);
  const next = found[(at + 1) % Math.max(1, found.length)];
  return next === undefined ? null : { typed: letter, fuel: next };
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
    kilometre: typeof unit === "number" ? isPerKilometre(unit) : machines.every(unitless) ? false : null,
    fuel: typeof fuel === "number" ? fuel : null,
    provenance: one(machines.map((machine) => machine.fuelProvenance)),
  };
}

/** The form after what is stored changed, by an undo or by someone else: what was touched stays, the rest follows. */
export function followed(form: FuelForm, before: FuelForm, now: FuelForm): FuelForm {
  const follow = <K extends keyof FuelForm>(part: K) => (form[part] === before[part] ? now[part] : form[part]);
  const next = {
    rate: follow("rate"),
    kilometre: follow("kilometre"),
    fuel: follow("fuel"),
    provenance: follow("provenance"),
  };
  return isSameForm(form, next) ? form : next;
}

/** Whether both forms say the same. */
export const isSameForm = (one: FuelForm, other: FuelForm) =>
  one.rate === other.rate &&
  one.kilometre === other.kilometre &&
  one.fuel === other.fuel &&
  one.provenance === other.provenance;

/** Whether a unit counts kilometres. */
export const isPerKilometre = (unit: number) => fuelUses().some(({ perKilometre }) => perKilometre === unit);

/** Whether a machine has no unit yet. */
export const unitless = ({ fuelConsumptionUnit }: Machine) => typeof fuelConsumptionUnit !== "number";

/** The unit that the fuel and the count decide together. The person never picks one that cannot be. */
export function unitFor({ kilometre, fuel }: FuelForm): number | null {
  const use = fuelUses().find((each) => each.fuel === fuel);
  if (use === undefined || kilometre === null) return null;
  return kilometre ? use.perKilometre : use.perHour;
}

/** What is sent: only what was chosen. */
export function changeOf(form: FuelForm, rate: number | null): FuelChange {
  return { rate, unit: unitFor(form), fuel: form.fuel };
}
