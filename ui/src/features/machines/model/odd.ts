/** Values that the server sent in a form their field cannot have: shown as they came, missing for everything else. Pure. */

import type { OddValue } from "../../../ipc";
import { type ColumnName, columnOf, fieldsOf, fuelFields } from "./fields";
import { type Showing, showCell, showFuelParts, showValue } from "./show";
import { isEquipment, type Machine } from "./types";

/** The odd values that a column shows. */
export function oddIn(machine: Machine, column: ColumnName): readonly OddValue[] {
  if (machine.odd.length === 0) return [];
  if (columnOf(column).machinesOnly === true && isEquipment(machine)) return [];
  const fields: readonly string[] = fieldsOf(column);
  return machine.odd.filter(({ field }) => fields.includes(field));
}

/** The text of a cell as a person reads it: odd values stand in it as they came. Filters and sorting use `showCell`. */
export function readCell(column: ColumnName, machine: Machine, to: Showing): string {
  const odd = oddIn(machine, column);
  if (odd.length === 0) return showCell(column, machine, to);
  const [first] = odd;
  if (column !== "fuel") return first?.raw ?? "";
  const [rate = "", unit = "", fuel = ""] = fuelFields.map(
    (field) => odd.find((each) => each.field === field)?.raw ?? showValue(field, machine[field], to),
  );
  return showFuelParts(rate, unit, fuel);
}
