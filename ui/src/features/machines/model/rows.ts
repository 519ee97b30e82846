/** The fleet as one flat list: sorted, equipment under its machine, and which of it is seen. Pure. */

import { byText, compareCells, type SortBy } from "../../../shared/records/sort";
import type { ColumnName } from "./fields";
import { type Cell, isEquipment, type Machine, text } from "./types";

export type Sort = SortBy<ColumnName>;

/** A row: the machine, and how it stands to the ones above it. */
export type FleetRow = {
  readonly id: string;
  readonly machine: Machine;
  /** 1: equipment under its machine. */
  readonly depth: 0 | 1;
  readonly children: number;
};

/** What a column is sorted by; texts of choices are compared as they are read. */
export type SortValue = (machine: Machine, column: ColumnName) => Cell;

/** Sorts the machines; equipment follows its machine by number. Equipment whose machine is not there stands by itself. */
export function arrange(machines: Iterable<Machine>, sort: Sort, value: SortValue): FleetRow[] {
  const all = new Map<string, Machine>();
  for (const machine of machines) all.set(machine.id, machine);
  const tops: { machine: Machine; key: Cell }[] = [];
  const below = new Map<string, Machine[]>();
  for (const machine of all.values()) {
    const parent = isEquipment(machine) ? all.get(text(machine.parentMachineId)) : undefined;
    if (parent === undefined || parent === machine || isEquipment(parent)) {
      tops.push({ machine, key: value(machine, sort.column) });
      continue;
    }
    const siblings = below.get(parent.id);
    if (siblings) siblings.push(machine);
    else below.set(parent.id, [machine]);
  }
  const number = (machine: Machine) => text(machine.machineNumber);
  tops.sort(
    (a, b) => compareCells(a.key, b.key, sort.descending) || byText.compare(number(a.machine), number(b.machine)),
  );
  const rows: FleetRow[] = [];
  for (const { machine } of tops) {
    const children = below.get(machine.id) ?? [];
    rows.push({ id: machine.id, machine, depth: 0, children: children.length });
    children.sort((a, b) => byText.compare(number(a), number(b)));
    for (const child of children) rows.push({ id: child.id, machine: child, depth: 1, children: 0 });
  }
  return rows;
}

/**
 * The rows again after some records changed, without sorting 20,000 of them: as long as nothing changed by which they
 * stand where they stand. Null where something did.
 */
export function rearranged(
  rows: readonly FleetRow[],
  machines: ReadonlyMap<string, Machine>,
  sort: Sort,
  value: SortValue,
): FleetRow[] | null {
  if (rows.length !== machines.size) return null;
  const next: FleetRow[] = [];
  for (const row of rows) {
    const { machine: before } = row;
    const now = machines.get(row.id);
    if (now === undefined) return null;
    const stays =
      now === before ||
      (now.machineNumber === before.machineNumber &&
        now.parentMachineId === before.parentMachineId &&
        isEquipment(now) === isEquipment(before) &&
        value(now, sort.column) === value(before, sort.column));
    if (!stays) return null;
    next.push(now === before ? row : { ...row, machine: now });
  }
  return next;
}

/**
 * The rows that are seen. A machine hides its equipment when it is folded; equipment that matches a filter its machine
 * does not match is seen by itself.
 */
export function seen(
  rows: readonly FleetRow[],
  passes: (machine: Machine) => boolean,
  folded: ReadonlySet<string>,
): FleetRow[] {
  const shown: FleetRow[] = [];
  let parent: { id: string; passes: boolean } | null = null;
  for (const row of rows) {
    const passing = passes(row.machine);
    if (row.depth === 0) parent = { id: row.id, passes: passing };
    else if (parent?.passes === true && folded.has(parent.id)) continue;
    if (passing) shown.push(row);
  }
  return shown;
}
