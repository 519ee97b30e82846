/** Time left, rounded so that it stands still. */

export type TimeLeft = { unit: "seconds" | "minutes" | "hours"; count: number };

/** Rounds to tens of seconds, minutes, half hours; null where it is not known. */
export function timeLeft(seconds: number | null): TimeLeft | null {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return null;
  if (seconds <= 50) return { unit: "seconds", count: Math.max(10, Math.ceil(seconds / 10) * 10) };
  if (seconds < 90 * 60) return { unit: "minutes", count: Math.max(1, Math.round(seconds / 60)) };
  return { unit: "hours", count: Math.round(seconds / 1800) / 2 };
}
