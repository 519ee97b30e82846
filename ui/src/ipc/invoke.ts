/** The way of every command to the desktop side: it carries the connection of the screen that calls it. */

import { type InvokeArgs, invoke as toDesktop } from "@tauri-apps/api/core";

/** The header that `Acting` of the desktop side reads. */
const header = "fielddesk-connection";

let shownFor: string | null = null;

/** Calls a command as a screen of a connection does; none while none is in use. */
export function asShownFor<T>(connection: string | null, call: () => T): T {
  const before = shownFor;
  shownFor = connection;
  try {
    return call();
  } finally {
    shownFor = before;
  }
}

/** The entry of the generated bindings. */
export function invoke<T>(command: string, args?: InvokeArgs): Promise<T> {
  return shownFor === null
    ? toDesktop<T>(command, args)
    : toDesktop<T>(command, args, { headers: { [header]: shownFor } });
}
