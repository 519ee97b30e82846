/** Periods that people name: the weeks and months of today. Pure. */

import { usableZone } from "../../../shared/formats";

export const namedPeriods = ["thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

/** Its first and last day, by the day of today; a week begins on Monday. */
export function daysOf(period: NamedPeriod, today: string): { from: string; to: string } {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  // A day of 0 is the last one of the month before.
  const at = (months: number, ofMonth: number) =>
    new Date(Date.UTC(year, month - 1 + months, ofMonth)).toISOString().slice(0, 10);
  const monday = day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7);
  switch (period) {
    case "thisWeek":
      return { from: at(0, monday), to: at(0, monday + 6) };
    case "lastWeek":
      return { from: at(0, monday - 7), to: at(0, monday - 1) };
    case "thisMonth":
      return { from: at(0, 1), to: at(1, 0) };
    case "lastMonth":
      return { from: at(-1, 1), to: at(0, 0) };
  }
}

/** The day of a moment in a time zone; in that of this computer where none is known. */
export function dayIn(zone: string | undefined, moment: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: usableZone(zone ?? "") }).format(moment);
}
