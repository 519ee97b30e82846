/** The users as the window knows them: read once in pages, then kept true by what the desktop side says changed. */

import { create } from "zustand";
import type { UserRow, UsersState } from "../../../ipc";
import type { Known } from "../../../shared/records/feed";
import { type User, userOf } from "../model/types";

export type Users = Known<UsersState> & {
  readonly columns: readonly string[];
  readonly users: ReadonlyMap<string, User>;
};

const empty: Users = { loaded: false, whole: false, state: null, failure: null, columns: [], users: new Map() };

export const useUsers = create<Users>(() => empty);

export function clearUsers(): void {
  useUsers.setState(empty, true);
}

/** Puts rows in the place of what was known of them. */
export function putUsers(rows: readonly UserRow[], removed: readonly string[], more: Partial<Users> = {}): void {
  useUsers.setState(({ users, columns }) => {
    if (rows.length === 0 && removed.length === 0) return more;
    const names = more.columns ?? columns;
    const next = new Map(users);
    for (const row of rows) next.set(row.id, userOf(row, names));
    for (const id of removed) next.delete(id);
    return { ...more, users: next };
  });
}
