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

type Mark = { choice: Partial<TripFilter>; label: string; figures: TripFigures | null; swapped: boolean };

const faded = 0.25;

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
  return [
    ...flows.map((flow) => flowMark(flow, colours, opacity, notKnown)),
    ...places.flatMap((place) => placeMarks(place, colours, opacity, scale, notKnown)),
  ];
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
  const mark: Mark = { choice, label: `${from.name ?? notKnown} → ${to.name ?? notKnown}`, figures, swapped: false };
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
): Feature[] {
  const label = place.name ?? notKnown;
  const marks: Feature[] = [];
  const add = (choice: Partial<TripFilter>, image: CircleStyle | RegularShape, named: boolean) => {
    image.setOpacity(opacity(choice));
    const feature = new Feature({
      geometry: new Point(at(place)),
      mark: { choice, label, figures: null, swapped: place.swapped },
    });
    const text = new Text({
      // Shown where it is stored, with the question whether that can be.
      text: named ? `${label}${place.swapped ? " ?" : ""}` : "",
      font: `600 ${12 * scale}px ${fontFamily}`,
      offsetY: 17 * scale,
      fill: new Fill({ color: withAlpha(colours.ink, opacity(choice) === 1 ? 1 : 0.5) }),
      stroke: new Stroke({ color: colours.surface, width: 3 }),
    });
    feature.setStyle(new Style({ image, text, zIndex: 3 }));
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
  const mark = feature.get("mark") as Mark | undefined;
  return mark?.choice ?? null;
}

/** What a mark is, with its quantities. */
export function sayOf(feature: FeatureLike, formats: TripFormats, t: TFunction<"trips">): string {
  const mark = feature.get("mark") as Mark | undefined;
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
