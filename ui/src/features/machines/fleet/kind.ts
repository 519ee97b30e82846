/** Machines, as the parts that are shared with other records need to know them. */

import type { Kind } from "../../../shared/records/kind";
import { useFollowProgress } from "../../../shared/records/progress";
import { columnOf, columns, type FieldName, isColumn, isNumeric } from "../model/fields";
import { showValue } from "../model/show";
import { text } from "../model/types";
import { MachineRow } from "../panels/MachineRow";
import { retry, settled, useFeed } from "./feed";
import { useFleet } from "./store";
import { useLayout } from "./use-layout";
import { useShowing, useTitle } from "./use-showing";
import { noteUndone, openPanel, setView, useView } from "./view";

export const machineKind: Kind = {
  resource: "machines",
  to: "/machines",
  guide: "machines",
  fields: {
    all: () => columns().flatMap(({ name }) => (name === "fuel" || name === "blockedSince" ? [] : [name])),
    number: "machineNumber",
    own: ["machineNumber", "name", "companyId"],
    isKnown: isColumn,
    isNumeric: (field) => isColumn(field) && isNumeric(columnOf(field)),
    useStored: (id) => {
      const machine = useFleet(({ machines }) => (id === null ? undefined : machines.get(id)));
      return (field) => machine?.[field as FieldName];
    },
    kept: () => useView.getState().imports,
    keep: (imports) => setView({ imports }),
  },
  useCells: () => {
    const to = useShowing();
    const title = useTitle();
    return { title, show: (field, value) => showValue(field as FieldName, value, to) };
  },
  useNames: () => {
    const machines = useFleet((fleet) => fleet.machines);
    return (id) => {
      const machine = machines.get(id);
      return machine === undefined ? undefined : { number: text(machine.machineNumber), name: text(machine.name) };
    };
  },
  useReadOnly: () => useFleet((fleet) => fleet.state?.readOnly ?? false),
  useFollowed: () => {
    useFeed();
    useLayout();
    useFollowProgress();
  },
  settled,
  retry,
  openReport: (report) => openPanel({ kind: "report", report }),
  Row: MachineRow,
  undone: ({ rows }, undone) =>
    noteUndone(undone, new Set(rows.flatMap(({ outcome, machineId }) => (outcome === "saved" ? [machineId] : [])))),
};
