/** Drawing of the days: m³ above tonnes over the same days, mass types stacked; those not chosen are faded. */

import type { TripFigures } from "../../../ipc";
import { fontFamily } from "../../../shared/theme/tokens";
import type { Colours } from "../use-colours";
import type { ChartOption } from "./Chart";

export type Stack = {
  readonly massType: string | null;
  readonly colour: string;
  /** For each bucket. */
  readonly figures: readonly TripFigures[];
  readonly faded: boolean;
};

export type DaysDrawing = {
  /** Under each bucket. */
  readonly labels: readonly string[];
  readonly stacks: readonly Stack[];
  readonly fadedBuckets: ReadonlySet<number>;
  /** The bucket that is read out. */
  readonly at: number | null;
  readonly colours: Colours;
  /** Of the text: 1 at 100 %. */
  readonly scale: number;
  /** Of the whole drawing, in pixels; 0 until it was measured. */
  readonly height: number;
  readonly number: (value: number) => string;
};

export const fadedOpacity = 0.25;

/** The panels that have something to show. Without any, an empty m³ panel says so. */
function panelsOf(stacks: readonly Stack[]): ("m3" | "tonnes")[] {
  const has = (quantity: "m3" | "tonnes") =>
    stacks.some(({ figures }) => figures.some((each) => each[`${quantity}Trips`] > 0));
  const found = (["m3", "tonnes"] as const).filter(has);
  return found.length === 0 ? ["m3"] : found;
}

export function daysOption({
  labels,
  stacks,
  fadedBuckets,
  at,
  colours,
  scale,
  height,
  number,
}: DaysDrawing): ChartOption {
  const panels = panelsOf(stacks);
  const font = 12 * scale;
  const left = 52 * scale;
  const top = 26 * scale;
  const foot = 22 * scale;
  // Between two panels stand the 0 of the upper one and the unit of the lower one.
  const between = 28 * scale;
  const room = Math.max(0, height - top - foot - between);
  const places =
    panels.length === 1
      ? [{ top, bottom: foot }]
      : [
          { top, height: room * 0.72 },
          { bottom: foot, height: room * 0.28 },
        ];
  const text = { color: colours.ink2, fontSize: font, fontFamily };
  return {
    grid: places.map((place) => ({ left, right: 8, ...place })),
    xAxis: panels.map((_, panel) => ({
      type: "category" as const,
      gridIndex: panel,
      data: [...labels],
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...text, show: panel === panels.length - 1, hideOverlap: true },
    })),
    yAxis: panels.map((quantity, panel) => ({
      type: "value" as const,
      gridIndex: panel,
      name: quantity === "m3" ? "m³" : "t",
      nameGap: 11 * scale,
      nameTextStyle: { ...text, align: "right" as const, color: colours.ink },
      splitNumber: panel === 0 ? 3 : 1,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { ...text, hideOverlap: true, formatter: (value: number) => number(value) },
    })),
    series: panels.flatMap((quantity, panel) =>
      stacks.map(({ colour, figures, faded }) => ({
        type: "bar" as const,
        stack: quantity,
        xAxisIndex: panel,
        yAxisIndex: panel,
        silent: true,
        barCategoryGap: "28%",
        barMaxWidth: 40,
        itemStyle: { color: colour, borderColor: colours.surface, borderWidth: 0.5 },
        data: figures.map((each, bucket) => ({
          value: each[quantity],
          itemStyle: {
            opacity: faded || fadedBuckets.has(bucket) ? fadedOpacity : 1,
            ...(bucket === at && { borderColor: colours.ink, borderWidth: 1 }),
          },
        })),
      })),
    ),
  };
}
