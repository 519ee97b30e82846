/** Reduces the report of a save by the machines that a later one saved. Pure. */

import type { BatchReport } from "../../../ipc";

const stands = new Set(["saved", "already"]);

/** The report without what was saved since; null when nothing else of it was left over. */
export function withoutSaved(report: BatchReport, saved: ReadonlySet<string>): BatchReport | null {
  const { batch, rows } = report;
  if (batch.kind !== "edits") return report;
  const kept = rows.filter(({ machineId, outcome }) => stands.has(outcome) || !saved.has(machineId));
  const gone = rows.length - kept.length;
  if (gone === 0) return report;
  if (kept.every(({ outcome }) => stands.has(outcome))) return null;
  return { batch: { ...batch, totals: { ...batch.totals, rows: batch.totals.rows - gone } }, rows: kept };
}
