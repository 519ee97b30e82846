/** Does an act on machines again, for those that were refused or not sent. */

import type { BatchReport } from "../../../ipc";
import { left } from "../../../shared/records/use-run";
import type { Acts } from "../actions/use-acts";
import { openPanel } from "../fleet/view";

const repeatable = ["block", "release", "edits", "activate", "deactivate"];

/** Null for an act that is not done again. `releaseAt`: when what is blocked is unblocked again. */
export function repeatOf(report: BatchReport, acts: Acts, releaseAt: Date | null = null) {
  if (!repeatable.includes(report.batch.kind)) return null;
  return async (ids: readonly string[]) => {
    const next = await again(report, acts, ids, releaseAt);
    if (next !== null) openPanel(left(next) ? { kind: "report", report: next } : null);
  };
}

async function again(
  { batch }: BatchReport,
  acts: Acts,
  ids: readonly string[],
  releaseAt: Date | null,
): Promise<BatchReport | null> {
  switch (batch.kind) {
    case "block":
      return acts.block(ids, batch.message, false, releaseAt);
    case "release":
      return acts.release(ids);
    case "activate":
    case "deactivate":
      return acts.setActive(ids, batch.kind === "activate");
    default:
      return acts.save(ids);
  }
}
