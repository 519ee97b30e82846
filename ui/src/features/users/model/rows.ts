/** The users as a sorted list. Pure. */

import type { CellValue } from "../../../ipc";
import type { Handle } from "../../../shared/records/grid/handles";
import { byText, compareCells, type SortBy } from "../../../shared/records/sort";
import { type ColumnName, isDate } from "./fields";
import { type Showing, showCell } from "./show";
import { textOf, type User } from "./types";

export type UserItem = Handle & { readonly user: User };

export type Sort = SortBy<ColumnName>;

/** What a column is sorted by: days by the calendar, everything else as it is read. */
export function sortValue(user: User, column: ColumnName, to: Showing): CellValue {
  return isDate(column) ? (user.values[column] ?? null) : showCell(column, user, to);
}

export function arrange(users: Iterable<User>, sort: Sort, to: Showing): UserItem[] {
  const keyed = [...users].map((user) => ({ user, key: sortValue(user, sort.column, to) }));
  const number = (user: User) => textOf(user, "employeeNumber");
  keyed.sort((a, b) => compareCells(a.key, b.key, sort.descending) || byText.compare(number(a.user), number(b.user)));
  return keyed.map(({ user }) => ({ id: user.id, depth: 0, children: 0, user }));
}
