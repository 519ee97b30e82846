/** What the shell shows of users. AG Grid loads with it, as with the machines. */

export { UserImportScreen, UsersScreen } from "./screens";

import { openPanel, setView } from "./users/view";

/** Opens the form of a new user. */
export function createUser(): void {
  openPanel({ kind: "create" });
}

/** Searches the grid for a text, in all users. */
export function searchUsers(search: string): void {
  setView({ search, view: "all", panel: null });
}
