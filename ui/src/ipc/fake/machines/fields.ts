/** The fields of the fake's machines, in the order of the record. */

import type { CellValue, MachineField } from "../../bindings";

/** A stored record of the fake. */
export type Rec = { id: string; values: Record<string, CellValue> };

const field = (
  name: string,
  kind: MachineField["kind"],
  emptying: MachineField["emptying"],
  more: Partial<MachineField> = {},
): MachineField => ({ name, kind, emptying, unit: null, choices: [], longest: null, ...more });

export const machineFields: MachineField[] = [
  field("companyId", "id", "readOnly"),
  field("machineNumber", "text", "required", { longest: 50 }),
  field("name", "text", "text", { longest: 200 }),
  field("typeId", "text", "text"),
  field("active", "bool", "always"),
  field("department", "text", "text", { longest: 200 }),
  field("costPriceMachine", "number", "number"),
  field("costPrice", "number", "number"),
  field("price", "number", "number"),
  field("weight", "number", "number", { unit: "kg" }),
  field("capacity", "number", "number"),
  field("note", "longText", "text", { longest: 4000 }),
  field("buildYear", "whole", "number"),
  field("emissionClass", "text", "text"),
  field("hourMeter", "number", "number", { unit: "h" }),
  field("serviceDate", "instant", "date"),
  field("purchasedDate", "instant", "date"),
  field("serialNumber", "text", "text"),
  field("engineNumber", "text", "text"),
  field("registrationNumber", "text", "text"),
  field("responsibleId", "text", "text"),
  field("responsibleEmployeeNumber", "text", "text"),
  field("blockCheckIn", "bool", "always"),
  field("blockCheckInMessage", "text", "text", { longest: 500 }),
  field("isEquipment", "bool", "readOnly"),
  field("parentMachineId", "text", "text"),
  field("fuelConsumptionRate", "number", "fuel"),
  field("fuelConsumptionUnit", "choice", "fuel", { choices: [0, 1, 2, 3, 4, 5] }),
  field("fuelType", "choice", "fuel", { choices: [0, 1, 2, 3, 4, 5, 6, 7] }),
];

const byName = new Map(machineFields.map((each) => [each.name, each]));

export const kindOf = (name: string) => byName.get(name);

export const fieldColumns = machineFields.map(({ name }) => name);
