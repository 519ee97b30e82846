/** Does an act on users again, for those that were refused or not sent. */

import type { BatchReport } from "../../../ipc";
import { left } from "../../../shared/records/use-run";
import type { UserActs } from "../actions/use-user-acts";
import { openPanel } from "../users/view";

/** Null for an act that is not done again. */
export function repeatOf({ batch: { kind } }: BatchReport, acts: UserActs) {
  if (kind !== "disable" && kind !== "enable") return null;
  return async (ids: readonly string[]) => {
    const next = await acts.setDisabled(ids, kind === "disable");
    if (next !== null) openPanel(left(next) ? { kind: "report", report: next } : null);
  };
}
