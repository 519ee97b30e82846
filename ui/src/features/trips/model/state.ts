/** The state of a trip in one word: the furthest step, and what was left out before it. */

import type { TripRow, TripState } from "../../../ipc";

export const tripStates = ["registered", "verified", "approved", "invoiced"] as const satisfies readonly TripState[];

/** The key of the words for a state: *Approved, not verified* where a step before it is not set. */
export type StateWords =
  | TripState
  | "approvedNotVerified"
  | "invoicedNotVerified"
  | "invoicedNotApproved"
  | "invoicedOnly";

export function stateWords({ state, skipped }: Pick<TripRow, "state" | "skipped">): StateWords {
  const verified = !skipped.includes("verified");
  if (state === "approved") return verified ? "approved" : "approvedNotVerified";
  if (state !== "invoiced") return state;
  const approved = !skipped.includes("approved");
  if (approved) return verified ? "invoiced" : "invoicedNotVerified";
  return verified ? "invoicedNotApproved" : "invoicedOnly";
}
