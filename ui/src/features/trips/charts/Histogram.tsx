/** Distribution of a measure over the trips, with its median. Trips left out of it are counted below. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Distribution } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { fontFamily } from "../../../shared/theme/tokens";
import { type Measure, useTripFilter } from "../model/store";
import { useDistributions } from "../queries";
import type { Colours } from "../use-colours";
import { useTripFormats } from "../use-trip-formats";
import { ChartTable } from "./Card";
import { Chart, type ChartOption } from "./Chart";
import css from "./charts.module.css";

type Props = { measure: Exclude<Measure, "days">; colours: Colours; table: boolean };

export function Histogram({ measure, colours, table }: Props) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const scale = useAppState().settings.textSizePercent / 100;
  const spread: Distribution | undefined = useDistributions(useTripFilter()).data?.[measure];
  const show = useMemo(
    () => (value: number) =>
      measure === "cycleMinutes"
        ? formats.duration(value / 60)
        : measure === "utilization"
          ? formats.percent(value)
          : formats.quantity(value),
    [measure, formats],
  );
  const option = useMemo(
    () => optionOf(spread, show, colours, scale, formats.number),
    [spread, show, colours, scale, formats],
  );
  if (spread === undefined || spread.counted === 0) return <p className={css.readout}>{t("spread.none")}</p>;
  const said = [
    spread.median === null ? "" : t("spread.median", { value: show(spread.median) }),
    t("count", { count: spread.counted, shown: formats.number(spread.counted) }),
    spread.leftOut === 0 ? "" : t("spread.without", { count: spread.leftOut, shown: formats.number(spread.leftOut) }),
  ].filter((part) => part !== "");
  if (table)
    return (
      <ChartTable
        heads={[t(`measureTitle.${measure}`), t("trips")]}
        rows={spread.bins.map(({ from, to, trips }) => [`${show(from)} – ${show(to)}`, formats.number(trips)])}
      />
    );
  return (
    <>
      <p className={css.readout}>{said.join(" · ")}</p>
      <div aria-label={said.join(". ")} className={css.days} role="img">
        <Chart option={option} />
      </div>
    </>
  );
}

function optionOf(
  spread: Distribution | undefined,
  show: (value: number) => string,
  colours: Colours,
  scale: number,
  number: (value: number) => string,
): ChartOption {
  const bins = spread?.bins ?? [];
  const median = spread?.median ?? null;
  const at = median === null ? -1 : bins.findIndex(({ from, to }) => median >= from && median < to);
  const text = { color: colours.ink2, fontSize: 12 * scale, fontFamily };
  return {
    grid: { left: 52 * scale, right: 8, top: 20 * scale, bottom: 22 * scale },
    xAxis: {
      type: "category",
      data: bins.map(({ from }) => show(from)),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: {
      type: "value",
      splitNumber: 4,
      minInterval: 1,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { ...text, formatter: (value: number) => number(value) },
    },
    series: {
      type: "bar",
      silent: true,
      barCategoryGap: "12%",
      itemStyle: { color: colours.of(null) },
      data: bins.map(({ trips }, bin) => ({
        value: trips,
        itemStyle: { color: bin === at ? colours.accent : colours.others },
      })),
    },
  };
}
