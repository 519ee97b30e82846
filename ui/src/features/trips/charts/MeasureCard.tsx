/** The first chart: quantities by day, or how cycle time, utilisation and m³ per hour are spread. */

import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Measure, measures, setTripsView, useTripsView } from "../model/store";
import type { Colours } from "../use-colours";
import { Card } from "./Card";
import css from "./charts.module.css";
import { DaysChart } from "./DaysChart";
import { Histogram } from "./Histogram";

export function MeasureCard({ colours, zone }: { colours: Colours; zone: string }) {
  const { t } = useTranslation("trips");
  const measure = useTripsView((view) => view.measure);
  return (
    <Card
      name="measure"
      side={
        <SegmentedControl
          aria-label={t("measure.choose")}
          data={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
          onChange={(value) => setTripsView({ measure: value as Measure })}
          size="xs"
          value={measure}
        />
      }
      title={t(`measureTitle.${measure}`)}
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
