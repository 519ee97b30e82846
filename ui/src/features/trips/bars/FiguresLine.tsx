/** The key figures of what is filtered; each shows its trips in the grid. */

import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TripSummary } from "../../../ipc";
import { StateIcon } from "../../../shared/parts";
import { without } from "../model/filter";
import { setTripsView, showTrips, toggleFilter, useTripFilter } from "../model/store";
import { useDistributions } from "../queries";
import css from "../trips.module.css";
import { useTripFormats } from "../use-trip-formats";

export function FiguresLine({ summary: { total, days, machines } }: { summary: TripSummary }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const spread = useDistributions(useTripFilter()).data;
  const cycle = spread?.cycleMinutes;
  const use = spread?.utilization;
  const count = (number: number) => ({ count: number, shown: formats.number(number) });
  const dayCount = days.filter(({ day, figures }) => day !== null && figures.trips > 0).length;
  const machineCount = machines.filter(({ figures }) => figures.trips > 0).length;
  return (
    <div className={css.figures} data-pane="figures">
      <Figure
        about={t("figures.onDays", count(dayCount))}
        name={t("figures.trips", { count: total.trips })}
        onClick={() => showTrips({ by: "time", descending: true })}
        value={formats.number(total.trips)}
      />
      <Figure
        about={t("figures.inM3", count(total.m3Trips))}
        name="m³"
        onClick={() => showTrips({ by: "m3", descending: true })}
        value={formats.quantity(total.m3)}
      />
      <Figure
        about={t("figures.inTonnes", count(total.tonnesTrips))}
        name={t("figures.tonnes")}
        onClick={() => showTrips({ by: "tonnes", descending: true })}
        value={formats.quantity(total.tonnes)}
      />
      <Figure
        about={
          cycle === undefined
            ? ""
            : cycle.leftOut > 0
              ? t("figures.cyclesWithout", count(cycle.leftOut))
              : t("figures.cycles", count(cycle.counted))
        }
        name={t("figures.cycle")}
        onClick={() => {
          setTripsView({ measure: "cycleMinutes" });
          showTrips({ by: "cycleHours", descending: true });
        }}
        value={cycle?.median == null ? "–" : formats.duration(cycle.median / 60)}
      />
      <Figure
        about={t("figures.machines", count(machineCount))}
        name={t("figures.utilization")}
        onClick={() => {
          setTripsView({ measure: "utilization" });
          showTrips({ by: "machine", descending: false });
        }}
        value={use?.median == null ? "–" : formats.percent(use.median)}
      />
      <Checks />
    </div>
  );
}

type FigureProps = { value: string; name: string; about: ReactNode; onClick: () => void };

function Figure({ value, name, about, onClick }: FigureProps) {
  return (
    <button className={css.figure} onClick={onClick} type="button">
      <span>
        <b>{value}</b> {name}
      </span>
      <span className={css.about}>{about}</span>
    </button>
  );
}

/** What should be checked: its kinds are in a menu, each filters by itself. */
function Checks() {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const filter = useTripFilter();
  const found = useDistributions(without(filter, "problem")).data?.problems.filter(({ trips }) => trips > 0) ?? [];
  if (found.length === 0) return null;
  const said = found.map(({ problem, trips }) =>
    t(`problem.${problem}`, { count: trips, shown: formats.number(trips) }),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button className={`${css.figure} ${css.checks}`} type="button">
          <span>
            <StateIcon size={15} state="needsDecision" />{" "}
            {found.length === 1 ? t("figures.check") : t("figures.checks", { count: found.length })}
          </span>
          <span className={css.about}>{said.slice(0, 2).join(", ")}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {found.map(({ problem }, at) => (
          <Menu.Item
            key={problem}
            onClick={() => {
              toggleFilter("problem", { problem });
              showTrips({ by: "time", descending: true });
            }}
          >
            {said[at]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
