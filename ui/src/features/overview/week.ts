/** The days of the present week, Monday to Sunday, as a time zone counts them. Pure. */

import { usableZone } from "../../shared/formats";

const dayMs = 86_400_000;

export function weekOf(now: Date, zone: string): { from: string; to: string } {
  // Swedish writes a day as trips have it: 2026-11-23.
  const today = Date.parse(new Intl.DateTimeFormat("sv", { timeZone: usableZone(zone) }).format(now));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(monday), to: day(monday + 6 * dayMs) };
}
