/** The closed list of states of the design language, section 4, worst first where states are compared. */

export type StateName =
  | "needsDecision"
  | "failed"
  | "offline"
  | "waiting"
  | "working"
  | "paused"
  | "inStep"
  | "verified"
  | "listed"
  | "sent"
  | "ignored"
  | "blocked";

/** Action needed, failed, offline, waiting, syncing, paused, synced. */
export const worstFirst: StateName[] = ["needsDecision", "failed", "offline", "waiting", "working", "paused", "inStep"];

/** The state of a whole is that of its worst part; nothing worse than fine gives the fallback. */
export function worstOf(states: Iterable<StateName>, fallback: StateName = "inStep"): StateName {
  let worst = worstFirst.length;
  for (const state of states) {
    const rank = worstFirst.indexOf(state);
    if (rank >= 0 && rank < worst) worst = rank;
  }
  return worstFirst[worst] ?? fallback;
}
