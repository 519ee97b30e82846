/** View of haul trips: one filter for all parts, kept until the window closes. */

import { create } from "zustand";
import type { TripFilter, TripOrder } from "../../../ipc";
import { noFilter } from "../../../shared/trip-filter";
import { type FilterPart, toggled, without } from "./filter";

/** What the list beside the chart counts by. */
export const breakdowns = ["massType", "machine", "driver", "route"] as const;
export type BreakdownName = (typeof breakdowns)[number];

/** What the first chart shows. */
export const measures = ["days", "cycleMinutes", "utilization", "m3PerHour"] as const;
export type Measure = (typeof measures)[number];

/** Which half fills the screen. */
export type Layout = "both" | "charts" | "grid";

export type Panel = { kind: "trip"; id: string } | { kind: "lists" } | { kind: "read" };

type TripsView = {
  filter: TripFilter;
  order: TripOrder;
  breakdown: BreakdownName;
  measure: Measure;
  layout: Layout;
  /** Height of the charts in pixels, as the splitter was left; none for the usual height. */
  chartsHeight: number | null;
  /** Charts that are shown as tables. */
  tables: ReadonlySet<string>;
  panel: Panel | null;
};

const begin: TripsView = {
  filter: noFilter,
  order: { by: "time", descending: true },
  breakdown: "massType",
  measure: "days",
  layout: "both",
  chartsHeight: null,
  tables: new Set(),
  panel: null,
};

export const useTripsView = create<TripsView>(() => begin);

export const setTripsView = useTripsView.setState;

/** The filter now in force. */
export const useTripFilter = (): TripFilter => useTripsView((view) => view.filter);

/** A trip that is open may not be among those of another filter: its panel goes. */
const narrowed = ({ panel }: TripsView, filter: TripFilter): Partial<TripsView> => ({
  filter,
  panel: panel?.kind === "trip" ? null : panel,
});

/** Filters by a choice, or releases it. */
export function toggleFilter(part: FilterPart, choice: Partial<TripFilter>): void {
  setTripsView((view) => narrowed(view, toggled(view.filter, part, choice)));
}

/** Sets a part whatever it was. */
export function setFilter(part: FilterPart, choice: Partial<TripFilter>): void {
  setTripsView((view) => narrowed(view, { ...without(view.filter, part), ...choice }));
}

export function releaseFilter(...parts: FilterPart[]): void {
  setTripsView(({ filter }) => ({ filter: without(filter, ...parts) }));
}

export function clearFilters(): void {
  setTripsView({ filter: noFilter });
}

/** Shows the trips of a figure in the grid. */
export function showTrips(order: TripOrder): void {
  setTripsView(({ layout }) => ({ order, layout: layout === "charts" ? "both" : layout }));
}

/** Another connection has other trips. */
export function forgetTrips(): void {
  setTripsView(begin);
}
