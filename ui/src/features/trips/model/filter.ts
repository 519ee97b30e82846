/** The one filter that rules every part of the screen: what is set, what a click sets or releases, what a part leaves out for itself. */

import type { TripFilter } from "../../../ipc";

/** The parts of a filter, in the order of their pills. */
export const filterParts = [
  "project",
  "period",
  "massType",
  "machine",
  "driver",
  "route",
  "state",
  "problem",
  "text",
] as const;

export type FilterPart = (typeof filterParts)[number];

const fieldsOf: Record<FilterPart, readonly (keyof TripFilter)[]> = {
  project: ["project"],
  period: ["from", "to"],
  massType: ["massType"],
  machine: ["machine"],
  driver: ["driver"],
  route: ["loadLocation", "dumpLocation"],
  state: ["state"],
  problem: ["problem"],
  text: ["text"],
};

/** Whether any field of a part is set. */
export function isSet(filter: TripFilter, part: FilterPart): boolean {
  return fieldsOf[part].some((field) => filter[field] !== null);
}

/** The parts that are set, in the order of their pills. */
export function setParts(filter: TripFilter): FilterPart[] {
  return filterParts.filter((part) => isSet(filter, part));
}

/** The filter without some parts: a chart leaves out its own, so that what is not chosen stays visible. */
export function without(filter: TripFilter, ...parts: FilterPart[]): TripFilter {
  const released = parts.flatMap((part) => fieldsOf[part].map((field) => [field, null] as const));
  return { ...filter, ...Object.fromEntries(released) };
}

/** Whether the filter has every value of a choice. */
export function hasChoice(filter: TripFilter, choice: Partial<TripFilter>): boolean {
  return Object.entries(choice).every(([field, value]) => filter[field as keyof TripFilter] === value);
}

/** Filters by a choice; what is chosen already is released. The rest of the choice's part is released with it. */
export function toggled(filter: TripFilter, part: FilterPart, choice: Partial<TripFilter>): TripFilter {
  const rest = without(filter, part);
  const others = fieldsOf[part].filter((field) => !(field in choice) && filter[field] !== null);
  return hasChoice(filter, choice) && others.length === 0 ? rest : { ...rest, ...choice };
}

/** A period from two days in either order. */
export function periodOf(a: string, b: string): { from: string; to: string } {
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

/** Whether a span of days lies in the filter's period, at least in part. */
export function inPeriod({ from, to }: TripFilter, first: string, last: string): boolean {
  return (from === null || last >= from) && (to === null || first <= to);
}
