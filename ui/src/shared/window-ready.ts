/** Tells the desktop side, once, that the first screen can be used: for its log and the benchmark. */

import { useEffect } from "react";
import { useBridge } from "../ipc";

let told = false;

export function useWindowReady(ready: boolean): void {
  const bridge = useBridge();
  useEffect(() => {
    if (!ready || told) return;
    told = true;
    // Only a figure in a log: a failure changes nothing for the person.
    bridge.windowReady().catch(() => {});
  }, [bridge, ready]);
}
