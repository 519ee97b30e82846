/** Parts of users that the shell shows. AG Grid loads with it, as with the machines. */

export { UserImportScreen, UsersScreen } from "./screens";

import type { Bridge, FailureKind } from "../../ipc";
import { setView, type Wanted } from "./users/view";

/** How the server says that the client may not read something. */
const refusals: readonly FailureKind[] = ["scopeNotGranted", "wrongScope", "notAllowed"];

/** Opens the user beside the grid, once the users are read. Answers whether the client may read users. */
export async function showUser(bridge: Bridge, wanted: Wanted): Promise<boolean> {
  const { failure } = (await bridge.listUsers(0, 0)).state;
  if (failure !== null && refusals.includes(failure.kind)) return false;
  setView({ wanted });
  return true;
}
