/** A value as a person reads it, which is also how it is copied. Pure. */

import { type ColumnName, columnOf, type FieldName } from "./fields";
import { type Cell, isEquipment, type Machine } from "./types";

/** What showing needs to know around the value. */
export type Showing = {
  /** Numbers in the form of the computer's region, with up to three decimals. */
  readonly number: (value: number) => string;
  readonly date: (at: string) => string;
  /** The word of a numbered value, or of yes and no, in the language. */
  readonly word: (field: FieldName, value: number | boolean) => string;
  readonly typeName: (typeId: string) => string;
  readonly personName: (employeeNumber: string) => string | undefined;
  readonly numberOf: (machineId: string) => string | undefined;
  readonly since: (machine: Machine) => string;
};

/** How a value of a field stands in a cell; empty means empty. */
export function showValue(field: FieldName, value: Cell | undefined, to: Showing): string {
  if (value === null || value === undefined || value === "") return "";
  switch (columnOf(field).kind) {
    case "number":
      return typeof value === "number" ? to.number(value) : String(value);
    case "instant":
      return typeof value === "string" ? to.date(value) : String(value);
    case "bool":
    case "choice":
      return typeof value === "string" ? value : to.word(field, value);
    case "machineType":
      return to.typeName(String(value));
    case "person":
      return to.personName(String(value)) ?? String(value);
    case "machine":
      return to.numberOf(String(value)) ?? String(value);
    default:
      return String(value);
  }
}

/** `14,2 L/hour · dyed diesel`; what is missing is left out. */
export function showFuel(machine: Machine, to: Showing): string {
  const { fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } = machine;
  return showFuelParts(
    typeof rate === "number" ? to.number(rate) : "",
    typeof unit === "number" ? to.word("fuelConsumptionUnit", unit) : "",
    typeof fuel === "number" ? to.word("fuelType", fuel) : "",
  );
}

export function showFuelParts(rate: string, unit: string, fuel: string): string {
  const used = [rate, unit].filter((part) => part !== "").join(" ");
  return [used, fuel].filter((part) => part !== "").join(" · ");
}

/** The text of a cell of the grid. */
export function showCell(name: ColumnName, machine: Machine, to: Showing): string {
  if (name === "fuel") return showFuel(machine, to);
  if (name === "blockedSince") return to.since(machine);
  if (columnOf(name).machinesOnly === true && isEquipment(machine)) return "";
  if (name === "responsibleEmployeeNumber" && machine.responsible !== null) return machine.responsible;
  return showValue(name, machine[name], to);
}
