/** Places and flows as marks of the map: what they look like, what a click on them filters by, what they say. */

import type { TFunction } from "i18next";
import type { FeatureLike } from "ol/Feature";
import Feature from "ol/Feature";
import LineString from "ol/geom/LineString";
import Point from "ol/geom/Point";
import { fromLonLat } from "ol/proj";
import CircleStyle from "ol/style/Circle";
import Fill from "ol/style/Fill";
import RegularShape from "ol/style/RegularShape";
import Stroke from "ol/style/Stroke";
import Style from "ol/style/Style";
import Text from "ol/style/Text";
import type { TripFigures, TripFilter } from "../../../ipc";
import { fontFamily } from "../../../shared/theme/tokens";
import { isSet } from "../model/filter";
import type { TripFormats } from "../model/zoned";
import type { Colours } from "../use-colours";
import { bow, type MapContent, type MapFlow, type MapPlace } from "./flows";
import { stacked } from "./stacks";

/** `place` is what the mark of a place stands for; null for a flow. */
type Mark = {
  choice: Partial<TripFilter>;
  label: string;
  figures: TripFigures | null;
  swapped: boolean;
  place: string | null;
};

const faded = 0.25;

/** Pixels within which the pointer cannot tell two marks from each other. */
const reach = 10;

const at = ({ longitude, latitude }: MapPlace["place"]) => fromLonLat([longitude, latitude]) as [number, number];

/** Everything that is drawn, flows below places. */
export function drawnOf(
  { places, flows }: MapContent,
  filter: TripFilter,
  colours: Colours,
  scale: number,
  notKnown: string,
): Feature[] {
  const opacity = (choice: Partial<TripFilter>) => (!isSet(filter, "route") || fits(filter, choice) ? 1 : faded);
  const othersAt = stacksOf(places);
  return [
    ...flows.map((flow) => flowMark(flow, colours, opacity, notKnown)),
    ...places.flatMap((place) => placeMarks(place, colours, opacity, scale, notKnown, othersAt)),
  ];
}

/** How many other places lie under the name of a place, as far as the map is zoomed in; nothing where it has no name. */
type OthersAt = (key: string, resolution: number) => number | undefined;

function stacksOf(places: MapContent["places"]): OthersAt {
  const busiest = [...places].sort((a, b) => b.loads + b.dumps - a.loads - a.dumps);
  const spots = busiest.map(({ place }) => ({ key: place.key, at: at(place) }));
  // All names are drawn at one zoom before the next.
  let last = { resolution: Number.NaN, stacks: stacked([], 0) };
  return (key, resolution) => {
    if (last.resolution !== resolution) last = { resolution, stacks: stacked(spots, reach * resolution) };
    return last.stacks.get(key);
  };
}

/** Whether a choice lies within the route that is set: its own places, or the ends of a route. */
function fits(filter: TripFilter, choice: Partial<TripFilter>): boolean {
  return (["loadLocation", "dumpLocation"] as const).every(
    (field) => filter[field] === null || choice[field] === undefined || filter[field] === choice[field],
  );
}

type Opacity = (choice: Partial<TripFilter>) => number;

function flowMark(flow: MapFlow, colours: Colours, opacity: Opacity, notKnown: string): Feature {
  const { from, to, massType, figures, share, lane } = flow;
  const choice = { loadLocation: from.key, dumpLocation: to.key };
  const mark: Mark = {
    choice,
    label: `${from.name ?? notKnown} → ${to.name ?? notKnown}`,
    figures,
    swapped: false,
    place: null,
  };
  const feature = new Feature({ geometry: new LineString(bow(at(from), at(to), lane)), mark });
  const stroke = new Stroke({ color: withAlpha(colours.of(massType), 0.62 * opacity(choice)), width: 2 + share * 14 });
  feature.setStyle(new Style({ stroke, zIndex: 1 - share }));
  return feature;
}

function placeMarks(
  { place, loads, dumps }: MapPlace,
  colours: Colours,
  opacity: Opacity,
  scale: number,
  notKnown: string,
  othersAt: OthersAt,
): Feature[] {
  const label = place.name ?? notKnown;
  const marks: Feature[] = [];
  const add = (choice: Partial<TripFilter>, image: CircleStyle | RegularShape, named: boolean) => {
    image.setOpacity(opacity(choice));
    const feature = new Feature({
      geometry: new Point(at(place)),
      mark: { choice, label, figures: null, swapped: place.swapped, place: place.key } satisfies Mark,
    });
    const text = new Text({
      font: `600 ${12 * scale}px ${fontFamily}`,
      offsetY: 17 * scale,
      fill: new Fill({ color: withAlpha(colours.ink, opacity(choice) === 1 ? 1 : 0.5) }),
      stroke: new Stroke({ color: colours.surface, width: 3 }),
    });
    const style = new Style({ image, text, zIndex: 3 });
    feature.setStyle((_, resolution) => {
      const others = named ? othersAt(place.key, resolution) : undefined;
      const more = others === undefined || others === 0 ? "" : ` +${others}`;
      // Shown where it is stored, with the question whether that can be.
      text.setText(others === undefined ? "" : `${label}${place.swapped ? " ?" : ""}${more}`);
      return style;
    });
    marks.push(feature);
  };
  if (loads > 0) {
    const image = new CircleStyle({
      radius: 7,
      fill: new Fill({ color: colours.ink }),
      stroke: new Stroke({ color: colours.surface, width: 1.5 }),
      declutterMode: "none",
    });
    add({ loadLocation: place.key }, image, true);
  }
  if (dumps > 0) {
    const image = new RegularShape({
      points: 4,
      radius: loads > 0 ? 15 : 11,
      angle: Math.PI / 4,
      // Where trips are loaded and dumped, the circle shows through.
      ...(loads === 0 && { fill: new Fill({ color: colours.surface }) }),
      stroke: new Stroke({ color: colours.ink, width: 2.5 }),
      declutterMode: "none",
    });
    add({ dumpLocation: place.key }, image, loads === 0);
  }
  return marks;
}

/** What a click on a mark filters by. */
export function choiceOf(feature: FeatureLike): Partial<TripFilter> | null {
  return markOf(feature)?.choice ?? null;
}

/** What is meant at a point of the map: every mark of a place that lies there, else the flow on top. */
export function meantOf(found: readonly FeatureLike[]): FeatureLike[] {
  const places = found.filter((feature) => markOf(feature)?.place != null);
  return [...new Set(places.length > 0 ? places : found.slice(0, 1))];
}

/** Whether marks are of more than one place: then a click cannot mean one of them. */
export function isOfSeveralPlaces(features: readonly FeatureLike[]): boolean {
  return new Set(features.map((feature) => markOf(feature)?.place)).size > 1;
}

const markOf = (feature: FeatureLike) => feature.get("mark") as Mark | undefined;

/** What a mark is, with its quantities. */
export function sayOf(feature: FeatureLike, formats: TripFormats, t: TFunction<"trips">): string {
  const mark = markOf(feature);
  if (mark === undefined) return "";
  const { figures } = mark;
  if (figures === null) {
    const kind = mark.choice.loadLocation === undefined ? "map.dump" : "map.load";
    return `${t(kind)}: ${mark.label}${mark.swapped ? ` · ${t("map.swapped")}` : ""}`;
  }
  return [
    mark.label,
    figures.m3Trips > 0 ? `${formats.quantity(figures.m3)} m³` : "",
    figures.tonnesTrips > 0 ? `${formats.quantity(figures.tonnes)} t` : "",
    t("count", { count: figures.trips, shown: formats.number(figures.trips) }),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** `#rrggbb` with an opacity. */
function withAlpha(colour: string, alpha: number): string {
  return `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
