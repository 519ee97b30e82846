/** The first chart: quantities by day, or how cycle time, utilisation and m³ per hour are spread. */

import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Measure, measures, setTripsView, useTripsView } from "../model/store";
import type { Colours } from "../use-colours";
import { Card } from "./Card";
import { CardMenu } from "./CardMenu";
import css from "./charts.module.css";
import { DaysChart } from "./DaysChart";
import { Histogram } from "./Histogram";
import { useDays } from "./use-days";

export function MeasureCard({ colours, zone }: { colours: Colours; zone: string }) {
  const { t } = useTranslation("trips");
  const measure = useTripsView((view) => view.measure);
  const { unit } = useDays();
  const choices = measures.map((name) => ({ name, label: name === "days" ? t(`bars.${unit}`) : t(`measure.${name}`) }));
  const choose = (name: Measure) => setTripsView({ measure: name });
  return (
    <Card
      name="measure"
      side={
        <>
          <SegmentedControl
            aria-label={t("measure.choose")}
            className={css.roomy ?? ""}
            data={choices.map(({ name, label }) => ({ value: name, label }))}
            onChange={(value) => choose(value as Measure)}
            size="xs"
            value={measure}
          />
          <span className={css.tight}>
            <CardMenu choices={choices} chosen={measure} label={t("measure.choose")} onChoose={choose} />
          </span>
        </>
      }
      title={measure === "days" ? t(`hauled.${unit}`) : t(`measureTitle.${measure}`)}
      untitled
    >
      {(table) => (
        <>
          {measure === "days" ? (
            <DaysChart colours={colours} table={table} />
          ) : (
            <Histogram colours={colours} measure={measure} table={table} />
          )}
          {measure === "days" ? <p className={css.zone}>{t("zone", { zone })}</p> : null}
        </>
      )}
    </Card>
  );
}
