/** The kept trips, filtered: pills, figures, charts with the map, and the trips one by one. */

import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type TripSummary, type TripsState } from "../../ipc";
import { useShortcut } from "../../shared/keyboard";
import { Empty, FailureNote, Part, Skeleton, StateText } from "../../shared/parts";
import { noFilter } from "../../shared/trip-filter";
import { FiguresLine } from "./bars/FiguresLine";
import { FilterBar } from "./bars/FilterBar";
import { Splitter } from "./bars/Splitter";
import { Breakdown } from "./charts/Breakdown";
import { MeasureCard } from "./charts/MeasureCard";
import { TripsGrid } from "./grid/TripsGrid";
import { MapCard } from "./map/MapCard";
import { setParts } from "./model/filter";
import { clearFilters, useTripFilter, useTripsView } from "./model/store";
import { useIsComputing, useSummary } from "./queries";
import css from "./trips.module.css";
import { useColours } from "./use-colours";
import { useShownLayout } from "./use-shown-layout";

type Props = { state: TripsState; summary: TripSummary | undefined };

export function Overview({ state, summary }: Props) {
  const { t } = useTranslation("trips");
  const filter = useTripFilter();
  const { error: failed, isFetching } = useSummary(filter);
  // Other trips are kept as soon as their sums were read again.
  const revision = useSummary(noFilter).dataUpdatedAt;
  const computing = useIsComputing();
  const { layout } = useShownLayout();
  const height = useTripsView((view) => view.chartsHeight);
  const colours = useColours();
  const body = useRef<HTMLDivElement>(null);
  const focusIn = (selector: string) => body.current?.querySelector<HTMLElement>(selector)?.focus();
  useShortcut("tripFilters", () => focusIn("[data-pane=filters] input"));
  useShortcut("tripMap", () => focusIn("[data-pane=map] [tabindex='0']"));
  if (summary === undefined)
    return failed === null ? (
      <Skeleton rows={12} />
    ) : (
      <div className={css.notes}>
        <FailureNote failure={failureOf(failed)} />
      </div>
    );
  const nothing = summary.total.trips === 0;
  const filters = setParts(filter).length;
  // Sums of before, or of another filter, do not say that nothing matches; without a filter they are not made yet.
  const known = !isFetching && filters > 0;
  // Zeros would say that nothing was hauled.
  if (nothing && filters === 0 && failed === null)
    return state.reading === null ? (
      <Skeleton rows={12} />
    ) : (
      <Empty title={t("reading.first")}>{t("reading.firstText")}</Empty>
    );
  return (
    <div aria-busy={computing} className={css.overview} ref={body}>
      <Part>
        <FilterBar />
      </Part>
      {failed === null ? null : (
        <div className={css.notes}>
          <FailureNote failure={failureOf(failed)} />
        </div>
      )}
      {computing ? (
        <p className={css.computing}>
          <StateText state="working">{t("computing")}</StateText>
        </p>
      ) : null}
      <FiguresLine summary={summary} />
      {layout === "grid" ? null : (
        <div
          className={layout === "charts" ? css.chartsOnly : css.charts}
          style={height === null || layout === "charts" ? undefined : { height }}
        >
          <MeasureCard colours={colours} zone={state.zone} />
          <Breakdown colours={colours} />
          <MapCard colours={colours} />
        </div>
      )}
      <Splitter />
      {layout === "charts" ? null : nothing && !known ? (
        <Skeleton rows={6} />
      ) : nothing ? (
        <Empty
          action={
            <Button onClick={clearFilters} variant="filled">
              {t("filters.clear")}
            </Button>
          }
          title={t("nothing.title")}
        >
          {t("nothing.text", { count: filters })}
        </Empty>
      ) : (
        <TripsGrid revision={revision} />
      )}
    </div>
  );
}
