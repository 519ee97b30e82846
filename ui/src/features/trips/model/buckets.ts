/** Days of trips in buckets of days, weeks or months, so that years can be drawn and read. */

import type { TripDay, TripFigures } from "../../../ipc";

export type BucketUnit = "day" | "week" | "month";

export type Bucket = {
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly figures: TripFigures;
};

/** No more bars than this are drawn. */
const most = 92;

const dayMs = 86_400_000;

export const noFigures: TripFigures = {
  trips: 0,
  m3: 0,
  m3Trips: 0,
  tonnes: 0,
  tonnesTrips: 0,
  distance: 0,
  cycleHours: 0,
};

export function added(a: TripFigures, b: TripFigures): TripFigures {
  return {
    trips: a.trips + b.trips,
    m3: a.m3 + b.m3,
    m3Trips: a.m3Trips + b.m3Trips,
    tonnes: a.tonnes + b.tonnes,
    tonnesTrips: a.tonnesTrips + b.tonnesTrips,
    distance: a.distance + b.distance,
    cycleHours: a.cycleHours + b.cycleHours,
  };
}

/** The unit in which so many days can be drawn: the days that have trips, or the weeks and months over them. */
export function unitFor(days: readonly TripDay[]): BucketUnit {
  const known = days.flatMap(({ day }) => (day === null ? [] : [day])).sort();
  if (known.length <= most) return "day";
  const [first = "", last = ""] = [known[0], known.at(-1)];
  return (Date.parse(last) - Date.parse(first)) / dayMs <= most * 7 ? "week" : "month";
}

/** First and last day of the bucket that a day is in. Weeks begin on Monday. */
export function spanOf(day: string, unit: BucketUnit): { from: string; to: string } {
  if (unit === "day") return { from: day, to: day };
  const at = Date.parse(`${day}T00:00:00Z`);
  if (unit === "week") {
    const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs;
    return { from: isoDay(monday), to: isoDay(monday + 6 * dayMs) };
  }
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: isoDay(Date.UTC(year, month, 1)), to: isoDay(Date.UTC(year, month + 1, 0)) };
}

/** The buckets that have trips, in order. Trips without a time are in none. */
export function bucketsOf(days: readonly TripDay[], unit: BucketUnit): Bucket[] {
  const found = new Map<string, Bucket>();
  for (const { day, figures } of days) {
    if (day === null) continue;
    const span = spanOf(day, unit);
    const known = found.get(span.from);
    found.set(span.from, { ...span, figures: added(known?.figures ?? noFigures, figures) });
  }
  return [...found.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The trips of days, bucket by bucket: what has none in a bucket has zeros there. */
export function figuresIn(buckets: readonly Bucket[], days: readonly TripDay[], unit: BucketUnit): TripFigures[] {
  const of = new Map(bucketsOf(days, unit).map((bucket) => [bucket.from, bucket.figures]));
  return buckets.map(({ from }) => of.get(from) ?? noFigures);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
