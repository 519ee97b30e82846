/**
 * Content of the map: places with the masses loaded and dumped at them, and flows between them. Pure; degrees in,
 * degrees out.
 */

import type { TripFigures, TripPlace, TripSummary } from "../../../ipc";
import { added, noFigures } from "../model/buckets";

export type MapPlace = {
  readonly place: TripPlace & { latitude: number; longitude: number };
  readonly loads: number;
  readonly dumps: number;
};

export type MapFlow = {
  readonly from: MapPlace["place"];
  readonly to: MapPlace["place"];
  readonly massType: string | null;
  readonly figures: TripFigures;
  /** Of the largest flow in its own unit, 0 to 1: m³ and tonnes are not compared. */
  readonly share: number;
  /** Which one of the flows between the same places: they are drawn beside each other. */
  readonly lane: number;
};

export type MapContent = {
  readonly places: readonly MapPlace[];
  readonly flows: readonly MapFlow[];
  /** Trips from or to a place that is not known, or has no coordinates. */
  readonly unplaced: number;
};

export function mapContent({ places, flows, total }: Pick<TripSummary, "places" | "flows" | "total">): MapContent {
  const known = new Map<string, MapPlace["place"]>();
  for (const place of places) {
    const { latitude, longitude } = place;
    if (latitude !== null && longitude !== null) known.set(place.key, { ...place, latitude, longitude });
  }
  const loads = new Map<string, number>();
  const dumps = new Map<string, number>();
  const lanes = new Map<string, number>();
  const merged = new Map<string, Omit<MapFlow, "share">>();
  for (const { from, to, massType, figures } of flows) {
    const [a, b] = [known.get(from), known.get(to)];
    loads.set(from, (loads.get(from) ?? 0) + figures.trips);
    dumps.set(to, (dumps.get(to) ?? 0) + figures.trips);
    if (a === undefined || b === undefined) continue;
    const id = JSON.stringify([from, to, massType]);
    const before = merged.get(id);
    const pair = JSON.stringify([from, to].sort());
    const lane = before?.lane ?? lanes.get(pair) ?? 0;
    if (before === undefined) lanes.set(pair, lane + 1);
    merged.set(id, { from: a, to: b, massType, figures: added(before?.figures ?? noFigures, figures), lane });
  }
  const drawn = [...merged.values()];
  const largest = (quantity: "m3" | "tonnes") => Math.max(0, ...drawn.map(({ figures }) => figures[quantity]));
  const [m3, tonnes] = [largest("m3"), largest("tonnes")];
  const share = (of: number, all: number) => (all > 0 ? Math.max(0, of) / all : 0);
  const placed = drawn.reduce((trips, { figures }) => trips + figures.trips, 0);
  return {
    places: [...known.values()]
      .map((place) => ({ place, loads: loads.get(place.key) ?? 0, dumps: dumps.get(place.key) ?? 0 }))
      .filter((each) => each.loads + each.dumps > 0),
    // The widest lie below, so that thin ones are not hidden.
    flows: drawn
      .map((flow) => ({ ...flow, share: Math.max(share(flow.figures.m3, m3), share(flow.figures.tonnes, tonnes)) }))
      .sort((a, b) => b.share - a.share),
    unplaced: Math.max(0, total.trips - placed),
  };
}

/** Points of a bow from one place to another in flat coordinates; each further lane bends more. */
export function bow(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  lane: number,
  steps = 24,
): [number, number][] {
  const bend = 0.14 + lane * 0.1;
  const [mx, my] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
  return Array.from({ length: steps + 1 }, (_, step): [number, number] => {
    const t = step / steps;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * x1 + b * mx + c * x2, a * y1 + b * my + c * y2];
  });
}
