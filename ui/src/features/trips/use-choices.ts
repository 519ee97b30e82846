/** Choices of a filter: the values that there are under the other filters, and the words of a filter that is set. */

import { useTranslation } from "react-i18next";
import type { TripFigures, TripFilter, TripSummary } from "../../ipc";
import { noFilter } from "../../shared/trip-filter";
import { type FilterPart, isSet, without } from "./model/filter";
import { groupLabel, placeNames, routeKey } from "./model/groups";
import { tripStates } from "./model/state";
import { useTripFilter } from "./model/store";
import { useDistributions, useSummary } from "./queries";
import { useTripFormats } from "./use-trip-formats";

export type Choice = {
  readonly id: string;
  readonly label: string;
  /** What it filters by; nothing where it is not known by a key. */
  readonly choice: Partial<TripFilter> | null;
  readonly figures: TripFigures | null;
};

type Listed = Exclude<FilterPart, "period" | "text" | "problem">;

/** The name of the group of drivers whom the server does not reveal. */
const hiddenName = "***";

const groupsIn = { project: "projects", massType: "massTypes", machine: "machines" } as const;

/** The values of a part, under the filters of the other parts or another filter. */
export function useChoices(part: Listed, under?: TripFilter): Choice[] {
  const { t } = useTranslation("trips");
  const others = without(useTripFilter(), part);
  const filter = under ?? others;
  const summary = useSummary(filter).data;
  const spread = useDistributions(filter, part === "driver").data;
  const notKnown = t("notKnown");
  if (part === "state")
    return tripStates.map((state) => ({ id: state, label: t(`state.${state}`), choice: { state }, figures: null }));
  if (part === "route") return summary === undefined ? [] : routesOf(summary, notKnown);
  const groups = part === "driver" ? spread?.drivers : summary?.[groupsIn[part]];
  return (groups ?? []).map(({ key, number, name, figures }, at) => ({
    id: key ?? `? ${at}`,
    label: part === "driver" && name === hiddenName ? t("hidden") : groupLabel({ number, name }, notKnown),
    choice: key === null ? null : { [part]: key },
    figures,
  }));
}

function routesOf({ routes, places }: TripSummary, notKnown: string): Choice[] {
  const nameOf = placeNames(places, notKnown);
  return routes.map(({ from, to, figures }) => ({
    id: routeKey({ from, to }),
    label: `${nameOf(from)} → ${nameOf(to)}`,
    choice: from === null || to === null ? null : { loadLocation: from, dumpLocation: to },
    figures,
  }));
}

/** The values of a part; of all trips where it is set, since the other filters may leave none of what is chosen. */
function useNames(part: Listed): Choice[] {
  const filter = useTripFilter();
  return useChoices(part, isSet(filter, part) ? noFilter : undefined);
}

/** The words of the filters that are set, for their pills. */
export function useFilterWords(): (part: FilterPart) => string {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const filter = useTripFilter();
  const names: Record<Listed, Choice[]> = {
    project: useNames("project"),
    massType: useNames("massType"),
    machine: useNames("machine"),
    driver: useNames("driver"),
    route: [],
    state: [],
  };
  const places = useSummary(isSet(filter, "route") ? noFilter : filter).data?.places ?? [];
  const nameOf = placeNames(places, t("notKnown"));
  return (part) => {
    switch (part) {
      case "period":
        return filter.from === filter.to && filter.from !== null
          ? formats.day(filter.from)
          : [filter.from, filter.to].map((day) => (day === null ? "" : formats.day(day))).join(" – ");
      case "route":
        return filter.loadLocation !== null && filter.dumpLocation !== null
          ? `${nameOf(filter.loadLocation)} → ${nameOf(filter.dumpLocation)}`
          : filter.loadLocation !== null
            ? t("filters.fromPlace", { place: nameOf(filter.loadLocation) })
            : t("filters.toPlace", { place: nameOf(filter.dumpLocation) });
      case "state":
        return filter.state === null ? "" : t(`state.${filter.state}`);
      case "problem":
        return filter.problem === null ? "" : t(`problemName.${filter.problem}`);
      case "text":
        return `“${filter.text ?? ""}”`;
      default: {
        const key = filter[part];
        return names[part].find(({ choice }) => choice?.[part] === key)?.label ?? key ?? "";
      }
    }
  };
}
