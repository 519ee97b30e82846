/** Between charts and grid: moves the border, or gives one of them all the room. */

import { ActionIcon, Tooltip } from "@mantine/core";
import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { type Layout, setTripsView, useTripsView } from "../model/store";
import css from "../trips.module.css";
import { useShownLayout } from "../use-shown-layout";

const [least, usual, most, step] = [200, 312, 900, 24];

const bounded = (height: number) => Math.min(most, Math.max(least, Math.round(height)));

export function Splitter() {
  const { t } = useTranslation("trips");
  const { layout, low } = useShownLayout();
  const height = useTripsView((view) => view.chartsHeight) ?? usual;
  const drag = (event: PointerEvent<HTMLElement>) => {
    const charts = event.currentTarget.parentElement?.previousElementSibling;
    if (!(charts instanceof HTMLElement)) return;
    const begin = { y: event.clientY, height: charts.getBoundingClientRect().height };
    const move = ({ clientY }: globalThis.PointerEvent) =>
      setTripsView({ chartsHeight: bounded(begin.height + clientY - begin.y) });
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  };
  const both = () =>
    setTripsView(({ chartsHeight }) => ({
      layout: "both",
      chartsHeight: low ? (chartsHeight ?? least) : chartsHeight,
    }));
  const fill = (wanted: Layout) => (layout === wanted ? both() : setTripsView({ layout: wanted }));
  return (
    <div className={css.splitter}>
      {layout === "both" ? (
        // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
        <div
          aria-label={t("splitter.move")}
          aria-orientation="horizontal"
          aria-valuemax={most}
          aria-valuemin={least}
          aria-valuenow={height}
          className={css.grip}
          onKeyDown={(event) => {
            const by = event.key === "ArrowDown" ? step : event.key === "ArrowUp" ? -step : 0;
            if (by === 0) return;
            event.preventDefault();
            setTripsView({ chartsHeight: bounded(height + by) });
          }}
          onPointerDown={drag}
          role="separator"
          tabIndex={0}
        />
      ) : (
        <span className={css.spring} />
      )}
      {(["charts", "grid"] as const).map((half) => (
        <Tooltip key={half} label={t(layout === half ? "splitter.both" : `splitter.${half}`)}>
          <ActionIcon
            aria-label={t(layout === half ? "splitter.both" : `splitter.${half}`)}
            onClick={() => fill(half)}
            size="1.25rem"
          >
            <Icon name={(half === "charts") === (layout !== half) ? "down" : "up"} size={14} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
