/** Tells the desktop side, once, that the first screen can be used: for its log and the benchmark. */

import { useEffect } from "react";
import { type Bridge, useBridge } from "../ipc";

let told: Bridge | null = null;

export function useWindowReady(ready: boolean): void {
  const bridge = useBridge();
  useEffect(() => {
    if (!ready || told === bridge) return;
    told = bridge;
    // Only a figure in a log: a failure changes nothing for the person.
    bridge.windowReady().catch(() => {});
  }, [bridge, ready]);
}
