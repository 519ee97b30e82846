/** The words of the report to print, in the language of the window, with the filters that are set. */

import { useTranslation } from "react-i18next";
import type { TripReportWords } from "../../ipc";
import { useLanguage } from "../../shared/app-state";
import { setParts } from "./model/filter";
import { useTripFilter } from "./model/store";
import { useTripsState } from "./queries";
import { useFilterWords } from "./use-choices";

export function useReportWords(): TripReportWords {
  const { t } = useTranslation("trips");
  const language = useLanguage();
  const zone = useTripsState().data?.zone ?? "";
  const wordsOf = useFilterWords();
  const filters = setParts(useTripFilter()).filter((part) => part !== "period");
  return {
    language,
    title: t("title"),
    notes: [t("zone", { zone }), t("never"), ...filters.map((part) => `${t(`part.${part}`)}: ${wordsOf(part)}`)],
    all: t("form.all"),
    project: t("part.project"),
    massType: t("part.massType"),
    machine: t("part.machine"),
    day: t("unit.day"),
    figures: [t("trips"), "m³", t("counted.m3"), t("tonnes"), t("counted.tonnes"), "km"],
    notKnown: t("notKnown"),
  };
}
