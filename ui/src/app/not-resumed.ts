/** Returns the failure that keeps the last used connection from being in use now. */

import type { Failure } from "../ipc";
import { useAppState, useConnection, useOnline } from "../shared/app-state";
import { asksForSecret } from "../shared/use-switch";

/**
 * `null` once a connection is in use, and where only its secret is missing: the status bar asks for that.
 *
 * The connection of last time is listed as active all the while.
 */
export function useNotResumed(): Failure | null {
  const { notResumed } = useAppState();
  const connection = useConnection();
  const online = useOnline();
  return online?.state === "notConnected" && !asksForSecret(connection) ? notResumed : null;
}
