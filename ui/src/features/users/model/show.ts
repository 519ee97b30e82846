/** A value as a person reads it. Pure. */

import type { CellValue } from "../../../ipc";
import { userFields } from "../../../shared/fields";
import { type ColumnName, fieldsOf } from "./fields";
import { nameOf, supervisorNames, type User } from "./types";

/** What showing needs to know around the value. */
export type Showing = { readonly date: (at: string) => string };

/** How a value of a field is shown; empty means empty. */
export function showValue(field: string, value: CellValue | undefined, to: Showing): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value) || typeof value === "object") return JSON.stringify(value);
  switch (userFields.of(field)?.kind) {
    case "instant":
      return typeof value === "string" ? to.date(value) : String(value);
    case "bool":
    case "choice":
      return typeof value === "string" ? value : userFields.word(field, value);
    default:
      return String(value);
  }
}

/** The text of a cell of the grid. */
export function showCell(name: ColumnName, user: User, to: Showing): string {
  if (name === "name") return nameOf(user);
  if (name === "immediateSupervisors") return supervisorNames(user.supervisors);
  return showValue(name, user.values[name], to);
}

/** The text of a cell as a person reads it: odd values stand in it as they came. */
export function readCell(name: ColumnName, user: User, to: Showing): string {
  return oddIn(name, user)[0]?.raw ?? showCell(name, user, to);
}

/** The values of a column that its field cannot have. */
export function oddIn(name: ColumnName, { odd }: User): User["odd"] {
  if (odd.length === 0) return odd;
  const fields = fieldsOf(name);
  return odd.filter(({ field }) => fields.includes(field));
}
