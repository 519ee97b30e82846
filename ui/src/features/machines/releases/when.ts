/** The end of a new block: by hand, or at a day and an hour of this computer. Pure. */

import { localDay } from "../../../shared/local-time";

/** The day as `2026-11-23`, the hour as `07:00`; either is empty while what is typed is none. */
export type When = { readonly day: string; readonly hour: string };

/** Tomorrow at seven: before the crews begin. */
export function tomorrowAtSeven(now: Date): When {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return { day: localDay(day), hour: "07:00" };
}

/** The hour as a person writes it: `0232`, `2:32`, `2.32`, `7`, `7 pm`. Null where it is none. */
export function hourOf(typed: string): string | null {
  const [, hour, minute = "00", half] = /^(\d{1,2})[:. ]?(\d{2})?\s*(?:([ap])\.?m?\.?)?$/i.exec(typed.trim()) ?? [];
  if (hour === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)) return null;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** The moment, where it is one and lies ahead. */
export function momentOf(when: When, now: Date): Date | null {
  const at = new Date(`${when.day}T${when.hour}`);
  return Number.isNaN(at.getTime()) || at <= now || !isThere(when) ? null : at;
}

/** False for an hour that the clocks go forward over on that day: a `Date` would be another one. */
export function isThere({ day, hour }: When): boolean {
  const at = new Date(`${day}T${hour}`);
  return hour === `${two(at.getHours())}:${two(at.getMinutes())}`;
}

const two = (value: number) => String(value).padStart(2, "0");
