/** Both places of a trip on a small map; nothing where neither is known. */

import { lazy, Suspense, useMemo } from "react";
import type { TripField, TripRow } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { noFilter } from "../../../shared/trip-filter";
import type { MapContent, MapPlace } from "../map/flows";
import { noFigures } from "../model/buckets";
import { useColours } from "../use-colours";
import { coordinatesOf } from "./coordinates";
import css from "./detail.module.css";

const TripMap = lazy(() => import("../map/TripMap").then((m) => ({ default: m.TripMap })));

export function PlacesMap({ row, fields }: { row: TripRow; fields: readonly TripField[] }) {
  const colours = useColours();
  const { mapAddress } = useAppState().settings;
  const content = useMemo(() => contentOf(row, fields), [row, fields]);
  if (content.places.length === 0) return null;
  return (
    <div className={css.places}>
      <Suspense>
        <TripMap colours={colours} content={content} filter={noFilter} tiles={mapAddress !== null} />
      </Suspense>
    </div>
  );
}

function contentOf(row: TripRow, fields: readonly TripField[]): MapContent {
  const placeAt = (name: string, label: string | null): MapPlace["place"] | null => {
    const where = coordinatesOf(fields, name);
    if (where === null) return null;
    return { key: name, name: label, latitude: where[0], longitude: where[1], swapped: false };
  };
  const from = placeAt("loadCoordinates", row.from);
  const to = placeAt("dumpCoordinates", row.to);
  const figures = { ...noFigures, trips: 1 };
  return {
    places: [
      ...(from === null ? [] : [{ place: from, loads: 1, dumps: 0 }]),
      ...(to === null ? [] : [{ place: to, loads: 0, dumps: 1 }]),
    ],
    flows: from === null || to === null ? [] : [{ from, to, massType: null, figures, share: 0.2, lane: 0 }],
    unplaced: 0,
  };
}
