/** The rows of the grid: sorted when records or the sort change, filtered at every keystroke. */

import { useMemo, useRef } from "react";
import { columnOf, isOrdered } from "../model/fields";
import { inView, passer, type ViewName, viewNames } from "../model/filters";
import { arrange, type FleetRow, rearranged, type SortValue, seen } from "../model/rows";
import { searcher } from "../model/search";
import { showCell } from "../model/show";
import type { Machine } from "../model/types";
import { useFleet } from "./store";
import { useShowing } from "./use-showing";
import { useView } from "./view";

export type Rows = {
  all: readonly FleetRow[];
  shown: readonly FleetRow[];
  counts: Record<ViewName, number>;
  /** Something hides rows. */
  filtered: boolean;
};

export function useRows(): Rows {
  const machines = useFleet((fleet) => fleet.machines);
  const { sort, search, view, filters, folded } = useView();
  const to = useShowing();
  const value = useMemo<SortValue>(
    () => (machine, column) => {
      const described = columnOf(column);
      const { name } = described;
      if (isOrdered(described) && name !== "fuel" && name !== "blockedSince") return machine[name] ?? null;
      return showCell(column, machine, to);
    },
    [to],
  );
  const last = useRef<{ rows: FleetRow[]; sort: unknown; value: unknown } | null>(null);
  const all = useMemo(() => {
    const before = last.current;
    const kept =
      before?.sort === sort && before.value === value ? rearranged(before.rows, machines, sort, value) : null;
    const rows = kept ?? arrange(machines.values(), sort, value);
    last.current = { rows, sort, value };
    return rows;
  }, [machines, sort, value]);
  const counts = useMemo(() => {
    const today = new Date();
    const tests = viewNames.map((name) => [name, inView(name, today)] as const);
    const found: Record<ViewName, number> = { all: 0, blocked: 0, noFuel: 0, serviceDue: 0, inactive: 0 };
    for (const machine of machines.values()) for (const [name, test] of tests) if (test(machine)) found[name] += 1;
    return found;
  }, [machines]);
  const shown = useMemo(() => {
    const matches = searcher(search, to.typeName);
    const viewed = inView(view, new Date());
    const passes = passer(
      filters,
      (machine, column) => showCell(column, machine, to),
      (machine, column) => (column === "fuel" || column === "blockedSince" ? null : (machine[column] ?? null)),
    );
    return seen(all, (machine: Machine) => viewed(machine) && passes(machine) && matches(machine), folded);
  }, [all, search, view, filters, folded, to]);
  return { all, shown, counts, filtered: search.trim() !== "" || view !== "all" || filters.length > 0 };
}
