/** Filters of columns and the views that come with the program. Pure. */

import type { ColumnName } from "./fields";
import { missingFuel } from "./hints";
import { type Cell, isBlocked, isEquipment, type Machine } from "./types";

/** Values as they are read; the empty text stands for an empty cell. Numbers and days also by bounds. */
export type Filter =
  | { readonly kind: "values"; readonly column: ColumnName; readonly values: readonly string[] }
  | { readonly kind: "bounds"; readonly column: ColumnName; readonly from: string | null; readonly to: string | null };

export const viewNames = ["all", "blocked", "noFuel", "serviceDue", "inactive"] as const;
export type ViewName = (typeof viewNames)[number];

/** After so many months without service a machine is due. The service knows no interval; this is ours, and it is said. */
export const dueMonths = 8;

export function isDue(machine: Machine, today: Date): boolean {
  const { serviceDate } = machine;
  if (typeof serviceDate !== "string" || machine.active !== true) return false;
  return Date.parse(serviceDate) < dueLimit(today);
}

const dueLimit = (today: Date): number => new Date(today).setMonth(today.getMonth() - dueMonths);

export function inView(view: ViewName, today: Date): (machine: Machine) => boolean {
  switch (view) {
    case "all":
      return () => true;
    case "blocked":
      return isBlocked;
    case "noFuel":
      return (machine) => machine.active === true && !isEquipment(machine) && missingFuel(machine).length > 0;
    case "serviceDue":
      return (machine) => isDue(machine, today);
    case "inactive":
      return (machine) => machine.active !== true;
  }
}

/** Whether a machine passes all filters. `shown` gives a cell as it is read, `raw` the value behind it. */
export function passer(
  filters: readonly Filter[],
  shown: (machine: Machine, column: ColumnName) => string,
  raw: (machine: Machine, column: ColumnName) => Cell,
): (machine: Machine) => boolean {
  if (filters.length === 0) return () => true;
  const tests = filters.map((filter): ((machine: Machine) => boolean) => {
    if (filter.kind === "values") {
      const wanted = new Set(filter.values);
      return (machine) => wanted.has(shown(machine, filter.column));
    }
    return (machine) => within(raw(machine, filter.column), filter.from, filter.to);
  });
  return (machine) => tests.every((test) => test(machine));
}

function within(value: Cell, from: string | null, to: string | null): boolean {
  if (value === null || value === "") return false;
  // Days are written so that their texts sort like the days.
  const day = typeof value === "string" ? value.slice(0, 10) : value;
  const bound = (text: string) => (typeof day === "number" ? Number(text) : text);
  return (from === null || day >= bound(from)) && (to === null || day <= bound(to));
}

/** The values of a column with how often each is there, most frequent first; what is chosen stays in it. */
export function valuesOf(
  machines: Iterable<Machine>,
  column: ColumnName,
  shown: (machine: Machine, column: ColumnName) => string,
): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const machine of machines) {
    const value = shown(machine, column);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}
