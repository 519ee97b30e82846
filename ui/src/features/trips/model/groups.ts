/** Groups of a breakdown as a list shows them: those counted in m³ and those counted in tonnes apart, the largest first. */

import type { TripFigures, TripGroup, TripPlace, TripRoute } from "../../../ipc";

export type Quantity = "m3" | "tonnes";

export type Item = {
  /** To recognise it in the list. */
  readonly id: string;
  /** What to filter by; none where the group is not known by a key. */
  readonly key: string | null;
  readonly label: string;
  readonly figures: TripFigures;
};

/** Items that have a quantity, the largest first, each with its share of the largest. */
export function ranked(items: readonly Item[], quantity: Quantity): { item: Item; amount: number; share: number }[] {
  const having = items.filter(({ figures }) => figures[`${quantity}Trips`] > 0);
  const largest = Math.max(0, ...having.map(({ figures }) => figures[quantity]));
  return having
    .map((item) => ({
      item,
      amount: item.figures[quantity],
      share: largest > 0 ? Math.max(0, item.figures[quantity]) / largest : 0,
    }))
    .sort((a, b) => b.amount - a.amount || a.item.label.localeCompare(b.item.label));
}

/** Items that are counted neither in m³ nor in tonnes. */
export function uncounted(items: readonly Item[]): Item[] {
  return items.filter(({ figures }) => figures.m3Trips === 0 && figures.tonnesTrips === 0 && figures.trips > 0);
}

/** `1204 Volvo A30G`; what has neither number nor name is not known. */
export function groupLabel({ number, name }: Pick<TripGroup, "number" | "name">, notKnown: string): string {
  const label = [number, name].filter((part) => part !== null && part !== "").join(" ");
  return label === "" ? notKnown : label;
}

/** The key of a route in a list: both places. */
export function routeKey({ from, to }: Pick<TripRoute, "from" | "to">): string {
  return JSON.stringify([from, to]);
}

/** Names of places by their keys. */
export function placeNames(places: readonly TripPlace[], notKnown: string): (key: string | null) => string {
  const names = new Map(places.map(({ key, name }) => [key, name]));
  return (key) => (key === null ? notKnown : (names.get(key) ?? notKnown));
}
