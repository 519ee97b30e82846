/** When machines that are blocked now are released again: by hand, or at a day and an hour of this computer. Pure. */

import { localDay } from "../../../shared/local-time";

/** The day as `2026-11-23`, the hour as `07:00`; nothing is chosen without a day. */
export type When = { readonly day: string; readonly hour: string };

/** Tomorrow at seven: before the crews begin. */
export function tomorrowAtSeven(now: Date): When {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return { day: localDay(day), hour: "07:00" };
}

/** The moment, where it is one and lies ahead. */
export function momentOf({ day, hour }: When, now: Date): Date | null {
  const at = new Date(`${day}T${hour}`);
  return Number.isNaN(at.getTime()) || at <= now ? null : at;
}
