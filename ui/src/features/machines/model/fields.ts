/** Every field as a column: its group, how it is edited, its unit, whether it stands there by default. Pure data. */

import type { FieldName } from "./types";

/** How a field is typed, pasted and shown. */
export type Kind = "text" | "number" | "whole" | "date" | "yesNo" | "unit" | "fuelType" | "type" | "person" | "parent";

export const groups = ["identity", "checkIn", "fuel", "work", "size", "money", "notes"] as const;
export type GroupName = (typeof groups)[number];

/** A column of the grid. Most are fields; `fuel` shows three fields as one, `blockedSince` is what this computer knows. */
export type ColumnName = FieldName | "fuel" | "blockedSince";

export type Column = {
  readonly name: ColumnName;
  readonly group: GroupName;
  readonly kind: Kind;
  readonly width: number;
  /** The sign of its unit; hours and kg need no translation. */
  readonly unit?: string;
  readonly byDefault?: true;
  /** At the left, and never hidden. */
  readonly pinned?: true;
  readonly readOnly?: true;
  readonly machinesOnly?: true;
};

const column = (name: ColumnName, group: GroupName, kind: Kind, width: number, more: Partial<Column> = {}): Column => ({
  name,
  group,
  kind,
  width,
  ...more,
});

/** In the order in which they stand by default and in the chooser. */
export const columns: readonly Column[] = [
  column("machineNumber", "identity", "text", 98, { pinned: true, byDefault: true }),
  column("name", "identity", "text", 164, { pinned: true, byDefault: true }),
  column("typeId", "identity", "type", 146, { byDefault: true }),
  column("blockCheckIn", "checkIn", "yesNo", 126, { byDefault: true, machinesOnly: true }),
  column("blockCheckInMessage", "checkIn", "text", 130, { byDefault: true, machinesOnly: true }),
  column("department", "work", "text", 104, { byDefault: true }),
  column("hourMeter", "work", "number", 80, { byDefault: true, unit: "h" }),
  column("serviceDate", "work", "date", 126, { byDefault: true }),
  column("fuel", "fuel", "text", 204, { byDefault: true }),
  column("blockedSince", "checkIn", "text", 170, { readOnly: true, machinesOnly: true }),
  column("fuelConsumptionRate", "fuel", "number", 110),
  column("fuelConsumptionUnit", "fuel", "unit", 100),
  column("fuelType", "fuel", "fuelType", 120),
  column("active", "work", "yesNo", 100),
  column("responsibleEmployeeNumber", "work", "person", 170),
  column("responsibleId", "work", "text", 170),
  column("registrationNumber", "identity", "text", 120),
  column("serialNumber", "identity", "text", 150),
  column("engineNumber", "identity", "text", 140),
  column("buildYear", "identity", "whole", 100),
  column("emissionClass", "identity", "text", 130),
  column("isEquipment", "identity", "yesNo", 120, { readOnly: true }),
  column("parentMachineId", "identity", "parent", 140, { readOnly: true }),
  column("companyId", "identity", "text", 140, { readOnly: true }),
  column("purchasedDate", "identity", "date", 120),
  column("weight", "size", "number", 110, { unit: "kg" }),
  column("capacity", "size", "number", 100),
  column("costPriceMachine", "money", "number", 140),
  column("costPrice", "money", "number", 110),
  column("price", "money", "number", 110),
  column("note", "notes", "text", 220),
];

const byName = new Map<string, Column>(columns.map((each) => [each.name, each]));

/** The column of a name that this program knows. */
export function columnOf(name: ColumnName): Column {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

export const isColumn = (name: string): name is ColumnName => byName.has(name);

/** The columns that show a field: `fuelType` also stands in `fuel`. */
export function fieldsOf(name: ColumnName): readonly FieldName[] {
  if (name === "fuel") return fuelFields;
  return name === "blockedSince" ? [] : [name];
}

export const fuelFields = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"] as const;

export const isNumeric = ({ kind }: Column) => kind === "number" || kind === "whole";

export const defaultColumns: readonly ColumnName[] = columns.filter((c) => c.byDefault).map((c) => c.name);
