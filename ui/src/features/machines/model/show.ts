/** A value as a person reads it, which is also how it is copied. Pure. */

import { type ColumnName, columnOf } from "./fields";
import { type Cell, type FieldName, isEquipment, type Machine } from "./types";

/** What showing needs to know around the value. */
export type Showing = {
  /** Numbers in the form of the computer's region, with up to three decimals. */
  readonly number: (value: number) => string;
  readonly date: (at: string) => string;
  /** The word of a unit or a fuel in the language. */
  readonly unit: (value: number) => string;
  readonly fuel: (value: number) => string;
  readonly yesNo: (field: "blockCheckIn" | "active" | "isEquipment", value: boolean) => string;
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
    case "date":
      return typeof value === "string" ? to.date(value) : String(value);
    case "yesNo":
      return typeof value === "boolean" ? to.yesNo(field as "active", value) : String(value);
    case "unit":
      return typeof value === "number" ? to.unit(value) : String(value);
    case "fuelType":
      return typeof value === "number" ? to.fuel(value) : String(value);
    case "type":
      return to.typeName(String(value));
    case "person":
      return to.personName(String(value)) ?? String(value);
    case "parent":
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
    typeof unit === "number" ? to.unit(unit) : "",
    typeof fuel === "number" ? to.fuel(fuel) : "",
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
