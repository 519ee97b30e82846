/** Places of the trips: the map, or its flows as a table; and the trips that are not on it. */

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../../shared/app-state";
import { Skeleton } from "../../../shared/parts";
import { showSettingsGroup } from "../../../shared/settings-groups";
import { Card, ChartTable } from "../charts/Card";
import { without } from "../model/filter";
import { showTrips, toggleFilter, useTripFilter } from "../model/store";
import { useSummary } from "../queries";
import type { Colours } from "../use-colours";
import { useTripFormats } from "../use-trip-formats";
import { mapContent } from "./flows";
import css from "./map.module.css";

const TripMap = lazy(() => import("./TripMap").then((m) => ({ default: m.TripMap })));

export function MapCard({ colours }: { colours: Colours }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const filter = useTripFilter();
  const { mapAddress } = useAppState().settings;
  const base = useMemo(() => without(filter, "route"), [filter]);
  const summary = useSummary(base).data;
  const content = useMemo(() => (summary === undefined ? null : mapContent(summary)), [summary]);
  const names = new Map(summary?.massTypes.map(({ key, name }) => [key, name]));
  if (content === null)
    return (
      <Card name="map" title={t("map.title")}>
        {() => <Skeleton rows={4} />}
      </Card>
    );
  const { flows, unplaced } = content;
  return (
    <Card
      name="map"
      side={
        unplaced === 0 ? null : (
          <span className={css.unplaced}>
            {t("map.unplaced", { count: unplaced, shown: formats.number(unplaced) })}{" "}
            <Button
              onClick={() => {
                toggleFilter("problem", { problem: "noPlace" });
                showTrips({ by: "time", descending: true });
              }}
              size="compact-xs"
              variant="subtle"
            >
              {t("map.show")}
            </Button>
          </span>
        )
      }
      title={t("map.title")}
    >
      {(table) =>
        table ? (
          <ChartTable
            heads={[t("part.route"), t("part.massType"), t("trips"), "m³", t("tonnes")]}
            rows={flows.map(({ from, to, massType, figures }) => [
              `${from.name ?? t("notKnown")} → ${to.name ?? t("notKnown")}`,
              names.get(massType) ?? t("notKnown"),
              formats.number(figures.trips),
              formats.quantity(figures.m3),
              formats.quantity(figures.tonnes),
            ])}
          />
        ) : (
          <>
            <Suspense fallback={<Skeleton rows={4} />}>
              <TripMap
                colours={colours}
                content={content}
                filter={filter}
                onChoose={(choice) => toggleFilter("route", choice)}
                tiles={mapAddress !== null}
              />
            </Suspense>
            <p className={css.legend}>
              <span className={css.load} /> {t("map.load")} <span className={css.dump} /> {t("map.dump")}
              <span className={css.width}>{t("map.width")}</span>
              {mapAddress === null ? (
                <Link className={css.address} onClick={() => showSettingsGroup("trips")} to="/settings">
                  {t("map.address")}
                </Link>
              ) : null}
            </p>
          </>
        )
      }
    </Card>
  );
}
