/** Acts of the fake: block, release, fuel, activity, save, create, delete, and taking any of them back. */

import type { BatchCell, BatchRow, CellValue, FuelProvenance } from "../../bindings";
import { type Bridge, FailureError } from "../../bridge";
import { failure } from "../data";
import { messages } from "./data";
import { aboutFuel, type Desk, keyOf } from "./desk";
import { fieldColumns } from "./fields";
import { readCell } from "./read";
import { type Plan, runBatch } from "./run";

type Names =
  | "saveEdits"
  | "blockMachines"
  | "releaseMachines"
  | "setMachinesActive"
  | "setMachinesFuel"
  | "setFuelProvenance"
  | "createMachine"
  | "checkDelete"
  | "deleteMachine"
  | "stopBatch"
  | "batches"
  | "batchReport"
  | "previewRevert"
  | "revertBatch"
  | "blockMessages"
  | "checkBlock";

export function actCommands(desk: Desk): Pick<Bridge, Names> {
  const { records, pending } = desk;
  const recent = [...messages];
  let others = desk.scenario.on.has("meanwhile");
  const isEquipment = (id: string) => records.get(id)?.values.isEquipment === true;
  const isBlocked = (id: string) => records.get(id)?.values.blockCheckIn === true;
  const plain = (ids: readonly string[], values: Record<string, CellValue>): Plan[] =>
    ids.map((id) =>
      isEquipment(id) && "blockCheckIn" in values ? { id, values, settled: "equipment" } : { id, values },
    );

  /** Somebody else worked meanwhile: hours were read off again, and a machine is gone. */
  const elsewhere = () => {
    if (!others) return;
    others = false;
    for (const edit of pending.values()) {
      const record = records.get(edit.machineId);
      if (record && edit.field === "hourMeter") record.values.hourMeter = Number(edit.base ?? 0) + 13;
    }
    records.delete("m-1205");
  };

  const planOfEdits = (machineIds: readonly string[] | null): Plan[] => {
    elsewhere();
    // A machine is changed as the person saw it, or not at all.
    const waits = new Set(
      [...pending.values()].flatMap((edit) => (edit.problem !== null || edit.changed ? [edit.machineId] : [])),
    );
    const wanted = (id: string) => (machineIds === null || machineIds.includes(id)) && !waits.has(id);
    const plans = new Map<string, Plan & { cells: BatchCell[] }>();
    for (const edit of [...pending.values()].filter(({ machineId }) => wanted(machineId))) {
      const plan: Plan & { cells: BatchCell[] } = plans.get(edit.machineId) ?? {
        id: edit.machineId,
        values: {},
        cells: [],
      };
      plans.set(edit.machineId, plan);
      plan.values[edit.field] = edit.value;
      const stored = records.get(edit.machineId)?.values[edit.field] ?? null;
      const same = (stored ?? "") === (edit.base ?? "") || !records.has(edit.machineId);
      const theirs = same ? {} : { theirs: stored };
      plan.cells.push({ field: edit.field, old: edit.base, new: edit.value, left: null, ...theirs });
      if (same) continue;
      plan.settled = "conflict";
      pending.set(keyOf(edit.machineId, edit.field), { ...edit, changed: true, theirs: stored });
    }
    if (plans.size === 0) throw new FailureError(failure("usage"));
    return [...plans.values()].map(({ cells, ...plan }) => (plan.settled === "conflict" ? { ...plan, cells } : plan));
  };

  const note = (ids: readonly string[], said: FuelProvenance) => {
    for (const id of ids) {
      const about = aboutFuel(records.get(id)?.values ?? {});
      desk.provenance.set(id, { said, about });
    }
    desk.touch(ids);
  };

  const revertRows = (id: number): BatchRow[] => {
    const report = desk.batches.find(({ batch }) => batch.id === id);
    if (report === undefined) throw new FailureError(failure("notFound"));
    return report.rows
      .filter(({ outcome }) => outcome === "saved" || outcome === "partly")
      .map((row) => ({
        ...row,
        outcome: "waiting" as const,
        cells: row.cells.map((cell) => {
          const now = records.get(row.machineId)?.values[cell.field] ?? null;
          const changedSince = (now ?? "") !== (cell.new ?? "");
          const empties = cell.old === null && (typeof cell.new === "number" || /Date$/.test(cell.field));
          const left = changedSince ? ("changedSince" as const) : empties ? ("cannotBeEmptied" as const) : null;
          return { ...cell, old: cell.new, new: cell.old ?? "", theirs: now, left };
        }),
      }));
  };

  return {
    blockMessages: async () => recent.slice(0, 5),
    checkBlock: async (ids) => {
      const there = ids.filter((id) => records.has(id) && !isEquipment(id));
      return {
        blockable: there.filter((id) => !isBlocked(id)),
        blocked: there.filter(isBlocked),
        equipment: ids.filter(isEquipment),
        gone: ids.filter((id) => !records.has(id)),
        changed: [],
      };
    },
    blockMachines: async (ids, message, alsoBlocked, releaseAt) => {
      if (message !== null && message !== "" && !recent.includes(message)) recent.unshift(message);
      const values: Record<string, CellValue> = { blockCheckIn: true };
      if (message !== null) values.blockCheckInMessage = message;
      const chosen = alsoBlocked ? ids : ids.filter((id) => !isBlocked(id));
      const report = await runBatch(desk, "block", plain(chosen, values), { message });
      const machineIds = report.rows.flatMap((row) => (row.outcome === "saved" ? row.machineId : []));
      if (releaseAt !== null && machineIds.length > 0) {
        const block = report.batch.id;
        desk.releases.push({ id: 100 + block, block, at: releaseAt, machineIds, failure: null, done: null });
        desk.releasesChanged();
      }
      return report;
    },
    releaseMachines: async (ids) => runBatch(desk, "release", plain(ids, { blockCheckIn: false })),
    setMachinesActive: async (ids, active) =>
      runBatch(desk, active ? "activate" : "deactivate", plain(ids, { active })),
    setMachinesFuel: async (ids, { rate, unit, fuel }, provenance) => {
      const values: Record<string, CellValue> = {};
      if (rate !== null) values.fuelConsumptionRate = rate;
      if (unit !== null) values.fuelConsumptionUnit = unit;
      if (fuel !== null) values.fuelType = fuel;
      const report = await runBatch(desk, "fuel", plain(ids, values));
      const stored = report.rows.filter(({ outcome }) => outcome === "saved" || outcome === "already");
      if (provenance !== null)
        note(
          stored.map(({ machineId }) => machineId),
          provenance,
        );
      return report;
    },
    setFuelProvenance: async (ids, provenance) => {
      note(ids, provenance);
      return null;
    },
    saveEdits: async (machineIds) => {
      const report = await runBatch(desk, "edits", planOfEdits(machineIds));
      for (const row of report.rows) {
        for (const [key, edit] of pending) {
          if (edit.machineId !== row.machineId || edit.problem !== null) continue;
          if (row.outcome === "saved" || row.outcome === "already") pending.delete(key);
          else if (row.outcome === "refused") pending.set(key, { ...edit, failure: row.failure });
        }
      }
      desk.touch([]);
      return report;
    },
    createMachine: async (values, language) => {
      const around = desk.around();
      const record = { id: `m-new-${records.size + 1}`, values: emptyRecord() };
      const problems = [];
      record.values.isEquipment = values.some(
        ({ field, input }) => field === "isEquipment" && input.kind === "value" && input.value === true,
      );
      for (const { field, input } of values) {
        if (input.kind === "value") record.values[field] = input.value;
        if (input.kind !== "text") continue;
        const read = readCell(field, input.value, record, around);
        if ("problem" in read) problems.push({ field, problem: read.problem });
        else record.values[field] = read.value;
      }
      void language;
      if (record.values.machineNumber === null && !problems.some(({ field }) => field === "machineNumber"))
        problems.push({
          field: "machineNumber",
          problem: { code: "emptyRequired" as const, message: "", params: { text: "" } },
        });
      if (problems.length > 0) return { report: null, problems };
      const report = await runBatch(desk, "create", []);
      records.set(record.id, record);
      const number = String(record.values.machineNumber);
      const name = record.values.name == null ? null : String(record.values.name);
      report.rows.push({ machineId: record.id, number, name, outcome: "saved", failure: null, cells: [] });
      report.batch.totals = { ...report.batch.totals, rows: 1, saved: 1 };
      desk.touch([record.id]);
      return { report, problems: [] };
    },
    checkDelete: async (id) => {
      const deletable = id !== "m-1021";
      return { deletable, reason: deletable ? null : "time registrations" };
    },
    deleteMachine: async (id) => {
      const report = await runBatch(desk, "delete", [{ id, values: {} }]);
      records.delete(id);
      desk.touch([id]);
      return report;
    },
    stopBatch: async () => {
      desk.stopped.now = true;
      return null;
    },
    batches: async (limit) =>
      desk.batches
        .map(({ batch }) => batch)
        .reverse()
        .slice(0, limit),
    batchReport: async (id) => {
      const found = desk.batches.find(({ batch }) => batch.id === id);
      if (found === undefined) throw new FailureError(failure("notFound"));
      return found;
    },
    previewRevert: async (id) => revertRows(id),
    revertBatch: async (id) => {
      const rows = revertRows(id);
      const reverted = desk.batches.find(({ batch }) => batch.id === id);
      desk.releases = desk.releases.filter(({ block, done }) => block !== id || done !== null);
      desk.releasesChanged();
      const created = reverted?.batch.kind === "create" || reverted?.batch.kind === "import";
      const plans = rows.map((row): Plan => {
        const going = row.cells.filter(({ left }) => left === null);
        return {
          id: row.machineId,
          values: Object.fromEntries(going.map((cell) => [cell.field, cell.new])),
          cells: row.cells.filter(({ left }) => left !== null),
          ...(going.length === 0 && row.cells.length > 0 ? { settled: "kept" as const } : {}),
        };
      });
      if (created) for (const { machineId, cells } of rows) if (cells.length === 0) desk.records.delete(machineId);
      const report = await runBatch(desk, "revert", plans, { reverts: id });
      if (reverted) reverted.batch.revertedBy = report.batch.id;
      return report;
    },
  };
}

export function emptyRecord(): Record<string, CellValue> {
  const values: Record<string, CellValue> = Object.fromEntries(fieldColumns.map((name) => [name, null]));
  return { ...values, companyId: "company-1", active: true, blockCheckIn: false, isEquipment: false };
}
