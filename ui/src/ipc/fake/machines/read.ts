/** How the fake reads a typed or pasted text: like the desktop side, loosely and in three languages, never by guessing. */

import type { CellProblem, CellValue, MachinePerson, MachineType } from "../../bindings";
import { findFuel, findUnit, findYesNo } from "./choices";
import { kindOf, type Rec } from "./fields";
import { nearest } from "./near";
import { readDate } from "./read-date";
import { readNumber } from "./read-number";

export type Around = {
  types: readonly MachineType[];
  people: readonly MachinePerson[];
  records: ReadonlyMap<string, Rec>;
  byNumber: ReadonlyMap<string, string>;
};

export type Read = { value: CellValue } | { problem: CellProblem };

const problem = (code: CellProblem["code"], text: string, params: Record<string, string> = {}): Read => ({
  problem: { code, message: code, params: { text, ...params } },
});

const measured = new Set(["weight", "capacity", "hourMeter", "fuelConsumptionRate"]);

export function readCell(field: string, text: string, record: Rec, around: Around): Read {
  const typed = text.trim();
  const stored = record.values[field] ?? null;
  const kind = kindOf(field);
  if (kind === undefined || !kind.canBeWritten) return problem("readOnly", text);
  const checkIn = field === "blockCheckIn" || field === "blockCheckInMessage";
  if (checkIn && record.values.isEquipment === true)
    return typed === "" ? { value: stored } : problem("equipmentHasNoCheckIn", text);
  if (typed === "") {
    if (kind.canBeEmptied) return { value: stored === null ? null : "" };
    if (stored === null) return { value: null };
    if (kind.required) return problem("emptyRequired", text);
    if (field.startsWith("fuel")) return problem("emptyFuel", text);
    if (kind.kind === "bool") return problem("emptyFlag", text);
    return problem(kind.kind === "instant" ? "emptyDate" : "emptyNumber", text);
  }
  if (kind.longest !== null && typed.length > kind.longest)
    return problem("tooLong", text, { longest: String(kind.longest) });
  switch (field) {
    case "typeId":
      return readType(typed, record, around);
    case "responsibleEmployeeNumber":
      return readPerson(typed, around);
    case "machineNumber":
      return readMachineNumber(typed, record, around);
    case "parentMachineId":
      return readParent(typed, record, around);
    default:
      return readKind(field, kind.kind, typed, stored);
  }
}

function readKind(field: string, kind: string, typed: string, stored: CellValue): Read {
  switch (kind) {
    case "number":
    case "whole": {
      const value = readNumber(typed, true, kindOf(field)?.unit ?? undefined);
      if (value === undefined) return problem("notNumber", typed);
      if (value < 0 && measured.has(field)) return problem("negative", typed);
      return kind === "whole" && !Number.isInteger(value) ? problem("notWhole", typed) : { value };
    }
    case "instant": {
      const day = readDate(typed, new Date());
      if (day === undefined) return problem("notDate", typed);
      if (day === "odd") return problem("unbelievableDate", typed);
      const same = typeof stored === "string" && stored.slice(0, 10) === day.slice(0, 10);
      return { value: same ? stored : day };
    }
    case "bool": {
      const value = findYesNo(field as "active", typed);
      return value === undefined ? problem("notYesNo", typed) : { value };
    }
    case "choice": {
      const value = field === "fuelType" ? findFuel(typed) : findUnit(typed);
      return value === undefined ? problem("notChoice", typed) : { value };
    }
    default:
      return { value: typed };
  }
}

const alike = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function readType(typed: string, record: Rec, { types }: Around): Read {
  const found = types.find(({ typeId, name }) => alike(typeId, typed) || alike(name ?? "", typed));
  if (found) return { value: found.typeId };
  // The service does not look at the type of equipment.
  if (record.values.isEquipment === true) return { value: typed };
  const near = nearest(
    typed,
    types.map(({ typeId, name }) => name ?? typeId),
  );
  return problem("unknownType", typed, near === undefined ? {} : { nearest: near });
}

function readPerson(typed: string, { people }: Around): Read {
  const found = people.filter(({ employeeNumber, name }) => alike(employeeNumber, typed) || alike(name, typed));
  const only = found.length === 1 ? found[0] : undefined;
  return only ? { value: only.employeeNumber } : problem("unknownPerson", typed);
}

/** A machine of the same company, by its number or its id. */
function readParent(typed: string, record: Rec, { byNumber, records }: Around): Read {
  const parent = records.get(byNumber.get(typed) ?? typed);
  const fits =
    parent !== undefined &&
    parent.id !== record.id &&
    parent.values.isEquipment !== true &&
    parent.values.companyId === record.values.companyId;
  return fits ? { value: parent.id } : problem("notAMachine", typed);
}

function readMachineNumber(typed: string, record: Rec, { byNumber, records }: Around): Read {
  const other = byNumber.get(typed);
  if (other === undefined || other === record.id) return { value: typed };
  const name = records.get(other)?.values.name;
  return problem("numberTaken", typed, { machineId: other, number: typed, name: name == null ? "" : String(name) });
}
