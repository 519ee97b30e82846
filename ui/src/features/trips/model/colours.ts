/** Colours of mass types, the same in chart, list and map, whatever is filtered. */

import type { TripGroup } from "../../../ipc";

/** How many mass types have a colour of their own; the rest are "Others". */
export const coloured = 6;

/** Places of mass types in the row of colours; those beyond it are not in the map. */
export type ColourOf = ReadonlyMap<string, number>;

/**
 * Gives colours by the number of trips of all that is kept. What had a colour before keeps it, so that reading new
 * trips changes none.
 */
export function coloursOf(massTypes: readonly TripGroup[], before: ColourOf): ColourOf {
  const ranked = massTypes
    .flatMap(({ key, figures }) => (key === null ? [] : [{ key, trips: figures.trips }]))
    .sort((a, b) => b.trips - a.trips || (a.key < b.key ? -1 : 1));
  const known = new Set(ranked.map(({ key }) => key));
  const kept = new Map([...before].filter(([key]) => known.has(key)));
  const taken = new Set(kept.values());
  for (const { key } of ranked) {
    if (kept.size >= coloured) break;
    if (kept.has(key)) continue;
    const free = Array.from({ length: coloured }, (_, at) => at).find((at) => !taken.has(at));
    if (free === undefined) break;
    kept.set(key, free);
    taken.add(free);
  }
  return kept;
}
