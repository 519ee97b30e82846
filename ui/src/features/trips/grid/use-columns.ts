/** The columns of the trips: a column that trips can be ordered by has the order's name. */

import type { ColDef, ValueGetterParams } from "ag-grid-community";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TripRow } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { groupLabel } from "../model/groups";
import { stateWords } from "../model/state";
import { useTripFormats } from "../use-trip-formats";
import { RouteCell } from "./RouteCell";

type Show = (row: TripRow) => string;

/** A quantity with its unit: as registered, else what it is counted as. */
export function useTripText() {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  return useMemo(() => {
    const orNothing = (value: number | null, show: (value: number) => string) => (value === null ? "" : show(value));
    const quantity: Show = ({ quantity: amount, unit, m3, tonnes }) => {
      if (m3 !== null) return `${formats.amount(m3)} m³`;
      if (tonnes !== null) return `${formats.amount(tonnes)} t`;
      return amount === null ? "" : `${formats.amount(amount)} ${unit ?? "?"}`;
    };
    return {
      dumped: (({ dumpedAt, loadedAt }) => orNothingText(dumpedAt ?? loadedAt, formats.moment)) satisfies Show,
      machine: (({ machineNumber, machineName }) =>
        groupLabel({ number: machineNumber, name: machineName }, "")) satisfies Show,
      driver: (({ driver, driverHidden }) => (driverHidden ? t("hidden") : (driver ?? ""))) satisfies Show,
      route: (({ from, to }) =>
        from === null && to === null ? "" : `${from ?? t("notKnown")} → ${to ?? t("notKnown")}`) satisfies Show,
      massType: (({ massType }) => massType ?? "") satisfies Show,
      quantity,
      cycle: (({ cycleHours, cycleUnusual }) => {
        const shown = orNothing(cycleHours, formats.duration);
        return cycleUnusual ? `${shown} ${t("unusual")}` : shown;
      }) satisfies Show,
      distance: (({ distance }) => orNothing(distance, (km) => `${formats.distance(km)} km`)) satisfies Show,
      state: ((row) => t(`state.${stateWords(row)}`)) satisfies Show,
      receipt: (({ receipt }) => receipt ?? "") satisfies Show,
    };
  }, [t, formats]);
}

const orNothingText = (value: string | null, show: (value: string) => string) => (value === null ? "" : show(value));

export function useColumns(): ColDef<TripRow>[] {
  const { t } = useTranslation("trips");
  const text = useTripText();
  const { textSizePercent } = useAppState().settings;
  return useMemo(() => {
    const scale = textSizePercent / 100;
    const column = (colId: string, name: keyof typeof text, flex: number, minWidth: number): ColDef<TripRow> => ({
      colId,
      headerName: t(`column.${name}`),
      flex,
      minWidth: Math.round(minWidth * scale),
      valueGetter: ({ data }: ValueGetterParams<TripRow>) => (data === undefined ? "" : text[name](data)),
    });
    const right = { cellClass: "fd-trip-amount", headerClass: "ag-right-aligned-header" };
    return [
      // Up to the quantity they fit beside a panel at 1366 pixels.
      column("time", "dumped", 1.2, 142),
      column("machine", "machine", 1.4, 124),
      column("driver", "driver", 1.2, 110),
      { ...column("loadLocation", "route", 2.1, 176), cellRenderer: RouteCell },
      column("massType", "massType", 1.3, 104),
      { ...column("m3", "quantity", 0.9, 96), ...right },
      {
        ...column("cycleHours", "cycle", 0.9, 116),
        ...right,
        cellClassRules: {
          "fd-trip-unusual": ({ data }) => data?.cycleUnusual === true,
        },
      },
      { ...column("distance", "distance", 0.8, 92), ...right },
      column("state", "state", 1.7, 168),
      column("receipt", "receipt", 1, 90),
    ];
  }, [t, text, textSizePercent]);
}
