/** Pending edits of the fake: read, kept, marked when somebody else changed the record, decided. */

import type { CellEdit, EditResult, PendingEdit } from "../../bindings";
import type { Bridge } from "../../bridge";
import { type Desk, keyOf } from "./desk";
import { readCell } from "./read";

type Names = "pendingEdits" | "editMachines" | "discardEdits" | "decideEdits";

export function editCommands(desk: Desk): Pick<Bridge, Names> {
  const { pending, records } = desk;

  /** What gives the cell back as it is now. */
  const before = (machineId: string, field: string): CellEdit => {
    const edit = pending.get(keyOf(machineId, field));
    if (edit === undefined) return { machineId, field, input: { kind: "none" } };
    const input =
      edit.text === null
        ? ({ kind: "value", value: edit.value } as const)
        : ({ kind: "text", value: edit.text } as const);
    return { machineId, field, input };
  };

  const editMachines = (edits: readonly CellEdit[]): EditResult => {
    const around = desk.around();
    const result: EditResult = { state: desk.state(), cells: [], cleared: [], before: [] };
    const first = new Set<string>();
    for (const { machineId, field, input } of edits) {
      const record = records.get(machineId);
      if (record === undefined) continue;
      const key = keyOf(machineId, field);
      if (!first.has(key)) result.before.push(before(machineId, field));
      first.add(key);
      const stored = record.values[field] ?? null;
      const read =
        input.kind === "text"
          ? readCell(field, input.value, record, around)
          : { value: input.kind === "value" ? input.value : stored };
      const failed = "problem" in read ? read.problem : null;
      const value = "value" in read ? read.value : stored;
      if (failed === null && same(value, stored)) {
        pending.delete(key);
        result.cleared.push({ machineId, field });
        continue;
      }
      pending.set(key, {
        machineId,
        field,
        base: pending.get(key)?.base ?? stored,
        value,
        text: failed !== null && input.kind === "text" ? input.value : null,
        problem: failed,
        changed: false,
        theirs: null,
        failure: null,
      });
    }
    result.cells = [...first].flatMap((key) => pending.get(key) ?? []);
    result.state = desk.state();
    return result;
  };

  return {
    pendingEdits: async () => [...pending.values()],
    editMachines: async (edits) => editMachines(edits),
    discardEdits: async (cells) => {
      if (cells === null) pending.clear();
      else for (const { machineId, field } of cells) pending.delete(keyOf(machineId, field));
      return desk.state();
    },
    decideEdits: async (decisions) => {
      const mine: PendingEdit[] = [];
      const cleared: { machineId: string; field: string }[] = [];
      for (const { machineId, field, keepMine } of decisions) {
        const edit = pending.get(keyOf(machineId, field));
        if (edit === undefined) continue;
        if (!keepMine) {
          pending.delete(keyOf(machineId, field));
          cleared.push({ machineId, field });
          continue;
        }
        const decided = { ...edit, base: edit.theirs, changed: false, theirs: null };
        pending.set(keyOf(machineId, field), decided);
        mine.push(decided);
      }
      return { state: desk.state(), cells: mine, cleared, before: [] };
    },
  };
}

/** An emptied text is as good as none. */
export function same(a: unknown, b: unknown): boolean {
  return (a ?? "") === (b ?? "");
}
