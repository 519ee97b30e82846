/** Volume moved this week, of the haul trips that are kept on this computer. */

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../ipc";
import { noFilter } from "../../shared/trip-filter";
import { useFormats } from "../../shared/use-formats";
import { Card } from "./Card";
import css from "./overview.module.css";
import { weekOf } from "./week";

export function Trips() {
  const { t } = useTranslation("overview");
  const bridge = useBridge();
  const formats = useFormats();
  const navigate = useNavigate();
  const state = useQuery({ queryKey: keys.tripsState, queryFn: () => bridge.tripsState() }).data;
  const kept = (state?.kept ?? 0) > 0;
  const week = state === undefined ? null : weekOf(new Date(), state.zone);
  const { data } = useQuery({
    queryKey: keys.tripPart("week", week?.from ?? "", week?.to ?? ""),
    queryFn: () => bridge.tripSummary({ ...noFilter, ...week }),
    // While trips are read their sums take long and change with every page.
    enabled: kept && state?.reading === null,
  });
  const open = () =>
    void import("../trips").then(({ showPeriod }) => {
      if (week !== null && kept) showPeriod(week.from, week.to);
      void navigate({ to: "/trips" });
    });
  if (state === undefined) return null;
  const total = data?.total;
  return (
    <Card
      about={total === undefined ? undefined : t("trips.about", { count: total.trips })}
      figure={total === undefined ? undefined : formats.number(total.trips)}
      open={{ label: t(kept ? "trips.open" : "trips.read"), run: open }}
      title={t("trips.title")}
    >
      {kept ? null : <p className="fd-small fd-ink2">{t("trips.none")}</p>}
      {total === undefined || total.trips === 0 ? null : (
        // Cubic metres and tonnes are never added together.
        <ul className={css.lines}>
          <li>{t("trips.m3", { quantity: formats.number(total.m3), count: total.m3Trips })}</li>
          <li>{t("trips.tonnes", { quantity: formats.number(total.tonnes), count: total.tonnesTrips })}</li>
        </ul>
      )}
    </Card>
  );
}
