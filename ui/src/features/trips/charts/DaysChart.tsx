/** Quantities by day, week or month. A click filters by a bar, a drag by a period; the arrow keys read bar by bar. */

import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../../shared/app-state";
import { added, type Bucket, bucketsOf, figuresIn, noFigures } from "../model/buckets";
import { inPeriod, isSet, periodOf } from "../model/filter";
import { setFilter, toggleFilter, useTripFilter } from "../model/store";
import { useSummariesOf } from "../queries";
import type { Colours } from "../use-colours";
import { useTripFormats } from "../use-trip-formats";
import { ChartTable } from "./Card";
import { Chart, type ChartPointer } from "./Chart";
import css from "./charts.module.css";
import { daysOption, type Stack } from "./days-option";
import { useDays } from "./use-days";

/** The bars that a drag began and is at. */
type Dragged = { readonly from: number; readonly to: number } | null;

export function DaysChart({ colours, table }: { colours: Colours; table: boolean }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const scale = useAppState().settings.textSizePercent / 100;
  const { ref, height } = useElementSize();
  const filter = useTripFilter();
  const [at, setAt] = useState<number | null>(null);
  const [dragged, setDragged] = useState<Dragged>(null);
  // A fast drag ends before its last step was drawn.
  const drag = useRef<Dragged>(null);
  const follow = (to: Dragged) => {
    drag.current = to;
    setDragged(to);
  };
  const { base, days, unit } = useDays();
  const buckets = useMemo(() => bucketsOf(days, unit), [days, unit]);
  const parts = useSummariesOf(base, colours.massTypes);
  const shape = parts.map(({ massType, summary: { total } }) => `${massType} ${total.trips}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the parts, which are new at every render
  const stacks = useMemo((): Stack[] => {
    const own = parts.map(
      ({ massType, summary: of }): Stack => ({
        massType,
        colour: colours.of(massType),
        figures: figuresIn(buckets, of.days, unit),
        faded: filter.massType !== null && filter.massType !== massType,
      }),
    );
    const others = buckets.map(({ figures }, bucket) =>
      own.reduce((rest, { figures: of }) => added(rest, negated(of[bucket] ?? noFigures)), figures),
    );
    const faded = filter.massType !== null && colours.massTypes.includes(filter.massType);
    return [...own, { massType: null, colour: colours.others, figures: others.map(rounded), faded }];
  }, [shape, buckets, colours, unit, filter.massType]);

  const option = useMemo(() => {
    const span = dragged === null ? null : [Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to)];
    const fadedBuckets = new Set(
      buckets.flatMap(({ from, to }, bucket) => {
        const chosen =
          span === null ? inPeriod(filter, from, to) : bucket >= (span[0] ?? 0) && bucket <= (span[1] ?? 0);
        return chosen ? [] : [bucket];
      }),
    );
    const labels = buckets.map(({ from }) => formats.shortBucket(from, unit));
    return daysOption({ labels, stacks, fadedBuckets, at, colours, scale, height, number: formats.number });
  }, [buckets, stacks, dragged, filter, at, colours, scale, height, formats, unit]);

  const bucketAt = (place: number) => Math.min(buckets.length - 1, Math.max(0, Math.round(place)));
  const choose = (a: number, b: number) => {
    const [first, last] = [buckets[Math.min(a, b)], buckets[Math.max(a, b)]];
    if (first === undefined || last === undefined) return;
    if (a === b) toggleFilter("period", { from: first.from, to: first.to });
    else setFilter("period", { from: periodOf(first.from, last.to).from, to: last.to });
  };
  const pointer: ChartPointer = {
    over: (place) => {
      const bucket = place === null ? null : bucketAt(place);
      setAt(bucket);
      if (bucket !== null && drag.current !== null) follow({ ...drag.current, to: bucket });
    },
    down: (place) => follow({ from: bucketAt(place), to: bucketAt(place) }),
    up: () => {
      const span = drag.current;
      if (span === null) return;
      follow(null);
      choose(span.from, span.to);
    },
  };
  const say = ({ from, to, figures }: Bucket) =>
    [
      formats.bucket(from, to, unit),
      figures.m3Trips > 0 ? `${formats.quantity(figures.m3)} m³` : "",
      figures.tonnesTrips > 0 ? `${formats.quantity(figures.tonnes)} t` : "",
      t("count", { count: figures.trips, shown: formats.number(figures.trips) }),
    ]
      .filter((part) => part !== "")
      .join(" · ");
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt Home leaves the screen.
    if (event.altKey) return;
    const now = at ?? -1;
    const moves: Record<string, number> = {
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      ArrowLeft: at === null ? buckets.length - 1 : now - 1,
      ArrowDown: at === null ? buckets.length - 1 : now - 1,
      Home: 0,
      End: buckets.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) setAt(bucketAt(to));
    else if ((event.key === "Enter" || event.key === " ") && at !== null) choose(at, at);
    else return;
    event.preventDefault();
  };
  if (table)
    return (
      <ChartTable
        heads={[t(`unit.${unit}`), t("trips"), "m³", t("tonnes")]}
        rows={buckets.map(({ from, to, figures }) => [
          formats.bucket(from, to, unit),
          formats.number(figures.trips),
          formats.quantity(figures.m3),
          formats.quantity(figures.tonnes),
        ])}
      />
    );
  const shown = at === null ? undefined : buckets[at];
  return (
    <>
      <p className={css.readout}>
        {shown === undefined ? t(isSet(filter, "period") ? "days.release" : "days.hint") : say(shown)}
      </p>
      <div
        aria-label={t("days.label", { unit: t(`unit.${unit}`) })}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuemin={0}
        aria-valuenow={at ?? 0}
        aria-valuetext={shown === undefined ? t("days.begin") : say(shown)}
        className={css.days}
        onKeyDown={onKeyDown}
        ref={ref}
        role="slider"
        tabIndex={0}
      >
        <Chart option={option} pointer={pointer} />
      </div>
    </>
  );
}

function negated(figures: Bucket["figures"]): Bucket["figures"] {
  return {
    trips: -figures.trips,
    m3: -figures.m3,
    m3Trips: -figures.m3Trips,
    tonnes: -figures.tonnes,
    tonnesTrips: -figures.tonnesTrips,
    distance: -figures.distance,
    cycleHours: -figures.cycleHours,
  };
}

/** What is left of sums that were taken apart again is nothing, not a millionth. */
function rounded(figures: Bucket["figures"]): Bucket["figures"] {
  return {
    ...figures,
    m3: figures.m3Trips === 0 ? 0 : figures.m3,
    tonnes: figures.tonnesTrips === 0 ? 0 : figures.tonnes,
  };
}
