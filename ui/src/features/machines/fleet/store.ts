/**
 * The fleet as the window knows it: read once in pages, then kept true by what the desktop side says changed.
 *
 * It is no query: 20,000 records are not read again because one of them changed.
 */

import { create } from "zustand";
import type { CellName, Failure, FleetState, MachinePerson, MachineRow, MachineType, PendingEdit } from "../../../ipc";
import { type Machine, machineOf, type PendingOf, type Values } from "../model/types";

export type Fleet = {
  /** The first rows are there. */
  loaded: boolean;
  /** All pages are there. */
  whole: boolean;
  state: FleetState | null;
  failure: Failure | null;
  columns: readonly string[];
  machines: ReadonlyMap<string, Machine>;
  types: readonly MachineType[];
  people: readonly MachinePerson[];
  pending: ReadonlyMap<string, PendingOf>;
  /** What was clicked and is not answered yet: shown at once, taken back when it is refused. */
  optimistic: ReadonlyMap<string, Values>;
  /** Why the last act on a machine was refused. */
  refusals: ReadonlyMap<string, Failure>;
  /** The moments at which machines are unblocked, where that is planned. */
  planned: ReadonlyMap<string, string>;
};

const empty: Fleet = {
  loaded: false,
  whole: false,
  state: null,
  failure: null,
  columns: [],
  machines: new Map(),
  types: [],
  people: [],
  pending: new Map(),
  optimistic: new Map(),
  refusals: new Map(),
  planned: new Map(),
};

export const useFleet = create<Fleet>(() => empty);

export function clearFleet(): void {
  useFleet.setState(empty, true);
}

/** Puts rows in the place of what was known of them. */
export function putRows(rows: readonly MachineRow[], removed: readonly string[], more: Partial<Fleet> = {}): void {
  useFleet.setState(({ machines, columns }) => {
    if (rows.length === 0 && removed.length === 0) return more;
    const names = more.columns ?? columns;
    const next = new Map(machines);
    for (const row of rows) next.set(row.id, machineOf(row, names));
    for (const id of removed) next.delete(id);
    return { ...more, machines: next };
  });
}

export function replacePending(edits: readonly PendingEdit[]): void {
  useFleet.setState({ pending: grouped(edits) });
}

/** What an edit made pending, and what it took back. */
export function changePending(cells: readonly PendingEdit[], cleared: readonly CellName[]): void {
  useFleet.setState(({ pending }) => {
    const next = new Map(pending);
    const own = (id: string) => {
      const copy = new Map(next.get(id));
      next.set(id, copy);
      return copy;
    };
    const touched = new Map<string, Map<string, PendingEdit>>();
    const of = (id: string) => {
      const known = touched.get(id) ?? own(id);
      touched.set(id, known);
      return known;
    };
    for (const { machineId, field } of cleared) of(machineId).delete(field);
    for (const edit of cells) of(edit.machineId).set(edit.field, edit);
    for (const [id, edits] of touched) if (edits.size === 0) next.delete(id);
    return { pending: next };
  });
}

function grouped(edits: readonly PendingEdit[]): Map<string, Map<string, PendingEdit>> {
  const all = new Map<string, Map<string, PendingEdit>>();
  for (const edit of edits) {
    const of = all.get(edit.machineId) ?? new Map<string, PendingEdit>();
    all.set(edit.machineId, of.set(edit.field, edit));
  }
  return all;
}

/** Shows an act before it is answered; what was refused before is forgotten. */
export function beginUpdate(ids: Iterable<string>, values: Values): void {
  useFleet.setState(({ optimistic, refusals }) => {
    const next = new Map(optimistic);
    const said = new Map(refusals);
    for (const id of ids) {
      next.set(id, values);
      said.delete(id);
    }
    return { optimistic: next, refusals: said };
  });
}

/** The act is answered: what was refused goes back and says why. */
export function endUpdate(ids: Iterable<string>, refused: ReadonlyMap<string, Failure>): void {
  useFleet.setState(({ optimistic, refusals }) => {
    const next = new Map(optimistic);
    const said = new Map(refusals);
    for (const id of ids) next.delete(id);
    for (const [id, failure] of refused) said.set(id, failure);
    return { optimistic: next, refusals: said };
  });
}

export function forgetRefusal(id: string): void {
  useFleet.setState(({ refusals }) => {
    const next = new Map(refusals);
    next.delete(id);
    return { refusals: next };
  });
}

/** All pending edits, in the order in which their machines were first edited. */
export function allPending(pending: Fleet["pending"]): PendingEdit[] {
  return [...pending.values()].flatMap((of) => [...of.values()]);
}
