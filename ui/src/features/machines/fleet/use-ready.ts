/** Returns the changes that a save would send now, of all that is pending or of some machines. */

import { useMemo } from "react";
import { type Ready, readyOf } from "../model/ready";
import { type Fleet, useFleet } from "./store";

export function readyNow(ids: readonly string[] | null, fleet: Fleet = useFleet.getState()): Ready {
  const { pending, machines, whole } = fleet;
  const of = [...pending].filter(([id]) => ids === null || ids.includes(id));
  // While pages are still read, a machine that is not there yet is not gone.
  return readyOf(of, (id) => !whole || machines.has(id));
}

export function useReady(): Ready {
  const fleet = useFleet();
  return useMemo(() => readyNow(null, fleet), [fleet]);
}
