/** Runs a batch of the fake: marks its rows at once, then answers them one after the other, as the service would. */

import type { BatchCell, BatchKind, BatchReport, BatchRow, BatchTotals, CellValue, Failure } from "../../bindings";
import { FailureError } from "../../bridge";
import { failure, minutesAgo } from "../data";
import type { Desk } from "./desk";

/** What is to become of one machine: new values by field, or why nothing can. */
export type Plan = {
  id: string;
  values: Record<string, CellValue>;
  /** Settled before anything is sent. */
  settled?: BatchRow["outcome"];
  cells?: BatchCell[];
};

/** As many at a time as the desktop side sends. */
const together = 8;

export async function runBatch(desk: Desk, kind: BatchKind, plans: Plan[], more: Partial<BatchReport["batch"]> = {}) {
  const { on } = desk.scenario;
  if (on.has("offline")) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
  if (on.has("readOnly")) throw new FailureError(failure("readOnlyClient", {}, { status: 403 }));
  const id = desk.batches.length + 1;
  desk.stopped.now = false;
  const ids = plans.map((plan) => plan.id);
  for (const each of ids) desk.acting.set(each, kind);
  desk.touch(ids);
  const rows: BatchRow[] = [];
  let told = 0;
  const tell = (waitingUntil: string | null, finished: boolean) => {
    const fresh = rows
      .slice(told)
      .map(({ machineId, outcome, failure: why }) => ({ machineId, outcome, failure: why }));
    told = rows.length;
    desk.progress({ batchId: id, kind, done: rows.length, total: plans.length, waitingUntil, finished, rows: fresh });
  };
  for (const [at, plan] of plans.entries()) {
    if (at % together === 0) await soon(12);
    if (on.has("slowDown") && at === Math.floor(plans.length / 2) && plans.length > 3) {
      tell(new Date(Date.now() + 60_000).toISOString(), false);
      await soon(1_200);
    }
    rows.push(desk.stopped.now ? { ...begin(desk, plan), outcome: "notSent" } : apply(desk, plan, at));
    desk.acting.delete(plan.id);
    if (at % 16 === 15) {
      desk.touch(plans.slice(at - 15, at + 1).map((each) => each.id));
      tell(null, false);
    }
  }
  const report: BatchReport = {
    batch: {
      id,
      kind,
      at: minutesAgo(0),
      finishedAt: minutesAgo(0),
      message: null,
      totals: totalsOf(rows),
      reverts: null,
      revertedBy: null,
      stopped: desk.stopped.now ? failure("cancelled") : null,
      ...more,
    },
    rows,
  };
  desk.batches.push(report);
  desk.touch(ids);
  tell(null, true);
  return report;
}

function begin(desk: Desk, { id, cells }: Plan): BatchRow {
  const values = desk.records.get(id)?.values ?? {};
  return {
    machineId: id,
    number: String(values.machineNumber ?? id.replace("m-", "")),
    name: values.name == null ? null : String(values.name),
    outcome: "saved",
    failure: null,
    cells: cells ?? [],
  };
}

function apply(desk: Desk, plan: Plan, at: number): BatchRow {
  const row = begin(desk, plan);
  const record = desk.records.get(plan.id);
  if (record === undefined) return { ...row, outcome: "gone", failure: failure("notFound", { thing: row.number }) };
  if (plan.settled !== undefined) return { ...row, outcome: plan.settled };
  const refused = refusal(desk, at);
  if (refused !== null) return { ...row, outcome: "refused", failure: refused };
  const cells = Object.entries(plan.values).map(([field, value]): BatchCell => {
    return { field, old: record.values[field] ?? null, new: value, left: null };
  });
  const changing = cells.filter((cell) => (cell.old ?? "") !== (cell.new ?? ""));
  if (changing.length === 0 && cells.length > 0) return { ...row, outcome: "already" };
  for (const { field, new: value } of changing) record.values[field] = value;
  if (changing.some(({ field }) => field === "blockCheckIn")) {
    if (record.values.blockCheckIn === true) desk.blocks.set(plan.id, { since: minutesAgo(0), sinceKind: "byUs" });
    else desk.blocks.delete(plan.id);
  }
  return { ...row, cells: [...(plan.cells ?? []), ...changing] };
}

/** Some machines of the scenario `failing` belong to another company. */
function refusal(desk: Desk, at: number): Failure | null {
  if (!desk.scenario.on.has("failing") || at % 3 !== 1) return null;
  return failure("notAllowed", {}, { status: 403 });
}

export function totalsOf(rows: readonly BatchRow[]): BatchTotals {
  const count = (...outcomes: BatchRow["outcome"][]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    rows: rows.length,
    saved: count("saved"),
    already: count("already"),
    partly: count("partly"),
    conflicts: count("conflict"),
    gone: count("gone"),
    excluded: count("equipment"),
    refused: count("refused"),
    notSent: count("notSent"),
    unknown: count("unknown"),
  };
}

function soon(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
