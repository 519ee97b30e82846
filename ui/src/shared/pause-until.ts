/** Pauses that people choose from. Pure. */

export type PauseChoice = "hour" | "tomorrow" | "untilResumed";

/** Until when a pause goes: an hour from now, tomorrow at seven, or until it is resumed. */
export function pauseUntil(choice: PauseChoice, now: Date): string | null {
  if (choice === "untilResumed") return null;
  const until = new Date(now);
  if (choice === "hour") until.setHours(until.getHours() + 1);
  else {
    until.setDate(until.getDate() + 1);
    until.setHours(7, 0, 0, 0);
  }
  return until.toISOString();
}
