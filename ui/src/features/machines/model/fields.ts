/** The columns of the grid: what the rules say of each field, and where and how wide it stands. */

import type { FieldKind } from "../../../ipc";
import { allFields, fieldOf } from "../../../shared/fields";
import type { Place as ColumnPlace } from "../../../shared/records/grid/place";

export const groups = ["identity", "checkIn", "fuel", "work", "size", "money", "notes"] as const;
export type GroupName = (typeof groups)[number];

type Place = ColumnPlace<GroupName> & {
  /** Changed elsewhere than in the grid. */
  readonly readOnly?: true;
  readonly machinesOnly?: true;
};

/** In the order in which they stand by default and in the chooser. A field that is not here comes after them. */
const places = [
  { name: "machineNumber", group: "identity", width: 80, pinned: true, byDefault: true },
  { name: "name", group: "identity", width: 150, share: 2, pinned: true, byDefault: true },
  { name: "typeId", group: "identity", width: 116, byDefault: true },
  { name: "blockCheckIn", group: "checkIn", width: 108, byDefault: true },
  { name: "blockCheckInMessage", group: "checkIn", width: 100, share: 9, byDefault: true },
  { name: "department", group: "work", width: 100, byDefault: true },
  { name: "hourMeter", group: "work", width: 86, byDefault: true },
  { name: "serviceDate", group: "work", width: 110, byDefault: true },
  { name: "fuel", group: "fuel", width: 170, share: 3, byDefault: true },
  { name: "blockedSince", group: "checkIn", width: 170, readOnly: true, machinesOnly: true },
  { name: "fuelConsumptionRate", group: "fuel", width: 110 },
  { name: "fuelConsumptionUnit", group: "fuel", width: 100 },
  { name: "fuelType", group: "fuel", width: 120 },
  { name: "active", group: "work", width: 100 },
  { name: "responsibleEmployeeNumber", group: "work", width: 170 },
  { name: "responsibleId", group: "work", width: 170 },
  { name: "registrationNumber", group: "identity", width: 120 },
  { name: "serialNumber", group: "identity", width: 150 },
  { name: "engineNumber", group: "identity", width: 140 },
  { name: "buildYear", group: "identity", width: 100 },
  { name: "emissionClass", group: "identity", width: 130 },
  { name: "isEquipment", group: "identity", width: 120, readOnly: true },
  { name: "parentMachineId", group: "identity", width: 140, readOnly: true },
  { name: "companyId", group: "identity", width: 140 },
  { name: "purchasedDate", group: "identity", width: 120 },
  { name: "weight", group: "size", width: 110 },
  { name: "capacity", group: "size", width: 100 },
  { name: "costPriceMachine", group: "money", width: 140 },
  { name: "costPrice", group: "money", width: 110 },
  { name: "price", group: "money", width: 110 },
  { name: "note", group: "notes", width: 220, share: 9 },
] as const satisfies readonly Place[];

/** A column of the grid. Most are fields; `fuel` shows three fields as one, `blockedSince` is what this computer knows. */
export type ColumnName = (typeof places)[number]["name"];
export type FieldName = Exclude<ColumnName, "fuel" | "blockedSince">;

export type Column = Omit<Place, "machinesOnly"> & {
  readonly name: ColumnName;
  readonly kind: FieldKind;
  /** The sign of its unit; hours and kg need no translation. */
  readonly unit: string | null;
  readonly machinesOnly: boolean;
};

const placeOf = new Map<string, Place>(places.map((place) => [place.name, place]));

/** The column of a name that this program knows. */
export function columnOf(name: ColumnName): Column {
  const place: Place = placeOf.get(name) ?? { name, group: "identity", width: 120 };
  const field = fieldOf(name);
  return {
    ...place,
    name,
    kind: field?.kind ?? "text",
    unit: field?.unit ?? null,
    machinesOnly: place.machinesOnly === true || field?.machinesOnly === true,
  };
}

/** All of them, in the order in which they stand by default. */
export function columns(): readonly Column[] {
  const others = [...allFields()].filter(({ name, kind }) => kind !== "id" && !placeOf.has(name));
  return [...places, ...others].map(({ name }) => columnOf(name as ColumnName));
}

export const isColumn = (name: string): name is ColumnName =>
  placeOf.has(name) || (fieldOf(name) !== undefined && fieldOf(name)?.kind !== "id");

/** True where a letter begins an edit. A machine's number, by which all else finds it, is edited by Enter or F2. */
export const isLettered = (name: string) => name !== "machineNumber";

/** The columns that show a field: `fuelType` also stands in `fuel`. */
export function fieldsOf(name: ColumnName): readonly FieldName[] {
  if (name === "fuel") return fuelFields;
  return name === "blockedSince" ? [] : [name];
}

export const fuelFields = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"] as const;

export const isNumeric = ({ kind }: Column) => kind === "number" || kind === "whole";

/** Columns whose values have an order of their own: numbers and days. */
export const isOrdered = (column: Column) => isNumeric(column) || column.kind === "instant";

export const pinnedColumns: readonly ColumnName[] = places.filter((c) => "pinned" in c).map((c) => c.name);

export const defaultColumns: readonly ColumnName[] = places.filter((c) => "byDefault" in c).map((c) => c.name);
