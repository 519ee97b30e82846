/** The map itself, by OpenLayers on a canvas: a blank ground with graticule and scale, or tiles of the configured address. */

import { ActionIcon } from "@mantine/core";
import ScaleLine from "ol/control/ScaleLine";
import { isEmpty } from "ol/extent";
import Graticule from "ol/layer/Graticule";
import TileLayer from "ol/layer/Tile";
import VectorLayer from "ol/layer/Vector";
import OlMap from "ol/Map";
import VectorSource from "ol/source/Vector";
import XYZ from "ol/source/XYZ";
import Stroke from "ol/style/Stroke";
import View from "ol/View";
import "ol/ol.css";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TripFilter, tileAddress } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { Icon } from "../../../shared/parts";
import type { Colours } from "../use-colours";
import { useTripFormats } from "../use-trip-formats";
import type { MapContent } from "./flows";
import css from "./map.module.css";
import { choiceOf, drawnOf, isOfSeveralPlaces, meantOf, sayOf } from "./marks";
import { type Stack, StackMenu } from "./StackMenu";

/** `onChoose`: what a click on a place or a flow does; nothing where there is nothing to choose. */
type Props = {
  content: MapContent;
  filter: TripFilter;
  colours: Colours;
  tiles: boolean;
  onChoose?: (choice: Partial<TripFilter>) => void;
};

type Made = { map: OlMap; marks: VectorSource };

export function TripMap({ content, filter, colours, tiles, onChoose }: Props) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const scale = useAppState().settings.textSizePercent / 100;
  const box = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const made = useRef<Made | null>(null);
  const [said, setSaid] = useState("");
  const [stack, setStack] = useState<Stack | null>(null);
  const meantAt = (pixel: number[]) => meantOf(made.current?.map.getFeaturesAtPixel(pixel, { hitTolerance: 4 }) ?? []);
  const say = useRef<(pixel: number[]) => string>(() => "");
  say.current = (pixel) =>
    meantAt(pixel)
      .map((feature) => sayOf(feature, formats, t))
      .join("\n");
  const choose = useRef<(pixel: number[]) => void>(() => {});
  choose.current = (pixel) => {
    if (onChoose === undefined) return;
    const features = meantAt(pixel);
    const items = features.flatMap((feature) => {
      const choice = choiceOf(feature);
      return choice === null ? [] : [{ label: sayOf(feature, formats, t), choice }];
    });
    if (isOfSeveralPlaces(features)) setStack({ pixel, items });
    else if (items[0] !== undefined) onChoose(items[0].choice);
  };

  useEffect(() => {
    const frame = box.current;
    if (frame === null || ruler.current === null) return;
    const marks = new VectorSource();
    const ground = tiles
      ? new TileLayer({ source: new XYZ({ url: tileAddress(), attributions: [] }) })
      : new Graticule({ strokeStyle: new Stroke({ color: colours.line, width: 1 }), wrapX: false });
    const map = new OlMap({
      target: frame,
      layers: [ground, new VectorLayer({ source: marks, declutter: true })],
      controls: [new ScaleLine({ target: ruler.current })],
      view: new View({ center: [0, 0], zoom: 2, maxZoom: 19 }),
    });
    map.on("click", ({ pixel }) => choose.current(pixel));
    map.on("pointermove", ({ pixel, dragging }) => {
      if (!dragging) setSaid(say.current(pixel));
    });
    const now = { map, marks };
    // Until the person moves the map, all of it is in sight whatever room it has.
    let moved = false;
    for (const act of ["pointerdown", "wheel", "keydown"])
      frame.addEventListener(act, () => {
        moved = true;
      });
    map.on("change:size", () => {
      if (!moved) showAll(now, false);
    });
    made.current = now;
    return () => {
      map.setTarget(undefined);
      map.dispose();
      made.current = null;
    };
  }, [tiles, colours.line]);

  // What is drawn changes with the filter; where the map is stays as the person left it.
  const shown = useRef<Made | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another ground the map was made anew
  useEffect(() => {
    const now = made.current;
    if (now === null) return;
    now.marks.clear();
    now.marks.addFeatures(drawnOf(content, filter, colours, scale, t("notKnown")));
    if (shown.current === now) return;
    shown.current = showAll(now, false) ? now : null;
  }, [content, filter, colours, scale, t, tiles]);

  const zoom = (by: number) => {
    const view = made.current?.map.getView();
    view?.setZoom((view.getZoom() ?? 0) + by);
  };
  return (
    <div className={css.frame}>
      <div className={css.ground}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by the arrow keys */}
        <div aria-label={t("map.label")} className={css.map} ref={box} role="application" tabIndex={0} />
        <div className={css.ruler} ref={ruler} />
        {said === "" ? null : <p className={css.said}>{said}</p>}
        {stack === null || onChoose === undefined ? null : (
          <StackMenu onChoose={onChoose} onClose={() => setStack(null)} stack={stack} />
        )}
      </div>
      {/* Beside the map: over it they would cover a name. */}
      <div className={css.zoom}>
        <ActionIcon aria-label={t("map.closer")} onClick={() => zoom(1)} variant="default">
          <Icon name="plus" />
        </ActionIcon>
        <ActionIcon aria-label={t("map.farther")} onClick={() => zoom(-1)} variant="default">
          <Icon name="minus" />
        </ActionIcon>
        <ActionIcon aria-label={t("map.all")} onClick={() => showAll(made.current, true)} variant="default">
          <Icon name="fit" />
        </ActionIcon>
      </div>
    </div>
  );
}

/** Shows everything that is drawn; whether there was anything. */
function showAll(made: Made | null, moved: boolean): boolean {
  const extent = made?.marks.getExtent();
  if (made === null || extent == null || isEmpty(extent)) return false;
  // Room for names and the scale; less of it on a small map.
  const [width = 0, height = 0] = made.map.getSize() ?? [];
  const beside = Math.min(72, width * 0.22);
  const padding = [Math.min(30, height * 0.1), beside, Math.min(52, height * 0.2), beside];
  made.map.getView().fit(extent, { padding, maxZoom: 16, duration: moved ? 120 : 0 });
  return true;
}
