/** A machine as the grid knows it: the service's fields by their names, and what this computer adds. */

import type {
  BatchKind,
  BlockMark,
  CellValue,
  FuelAnomaly,
  FuelProvenance,
  MachineRow,
  OddValue,
  PendingEdit,
} from "../../../ipc";
import { type FieldName, fuelFields } from "./fields";

export type Cell = CellValue;

export type Values = { readonly [F in FieldName]?: Cell };

export type Machine = Values & {
  readonly id: string;
  /** Name of the responsible person, where it is known. */
  readonly responsible: string | null;
  readonly block: BlockMark | null;
  /** An act on it that is not answered yet. */
  readonly acting: BatchKind | null;
  /** Where its fuel values come from, as somebody said on this computer. */
  readonly fuelProvenance: FuelProvenance | null;
  /** Values that their fields cannot have; the fields hold nothing. */
  readonly odd: readonly OddValue[];
  /** What does not fit together in its fuel values, by the rules. */
  readonly unusualFuel: readonly FuelAnomaly[];
};

/** The record of a row whose cells come in the order of the columns. */
export function machineOf(row: MachineRow, columns: readonly string[]): Machine {
  const values: Record<string, Cell> = {};
  for (const [at, name] of columns.entries()) values[name] = row.cells[at] ?? null;
  const { id, responsible, block, acting, fuelProvenance, odd, unusualFuel } = row;
  return { ...values, id, responsible, block, acting, fuelProvenance, odd, unusualFuel };
}

/** Pending edits of one machine, by field. */
export type PendingOf = ReadonlyMap<string, PendingEdit>;

/** The record as it will be once everything pending is saved. Texts that were not understood change nothing. */
export function withPending(machine: Machine, pending: PendingOf | undefined): Machine {
  if (pending === undefined || pending.size === 0) return machine;
  const values: Record<string, Cell> = {};
  for (const [field, edit] of pending) if (edit.problem === null) values[field] = edit.value;
  return { ...replaced(machine, Object.keys(values)), ...values };
}

/** The record after some fields got another value: what was said of the values before goes with them. */
export function replaced(machine: Machine, fields: readonly string[]): Machine {
  const isFuel = fuelFields.some((field) => fields.includes(field));
  const unusualFuel = isFuel ? [] : machine.unusualFuel;
  return { ...machine, odd: machine.odd.filter(({ field }) => !fields.includes(field)), unusualFuel };
}

export const isEquipment = (machine: Values) => machine.isEquipment === true;
export const isBlocked = (machine: Values) => machine.blockCheckIn === true && !isEquipment(machine);
export const text = (value: Cell | undefined) => (value === null || value === undefined ? "" : String(value));
