/** Hands the bridge to the screens and subscribes them to events. */

import { createContext, useContext, useEffect, useRef } from "react";
import type { Bridge, EventName, Payloads } from "./bridge";

const BridgeContext = createContext<Bridge | null>(null);

export const BridgeProvider = BridgeContext.Provider;

/** The bridge of this window. */
export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === null) throw new Error("A screen was shown outside of BridgeProvider.");
  return bridge;
}

/** Calls the newest listener at each event of that name while the component is shown. */
export function useBridgeEvent<K extends EventName>(name: K, listener: (payload: Payloads[K]) => void): void {
  const bridge = useBridge();
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  // The bridge of another connection listens as this one does: no event is missed in between.
  const { on } = bridge;
  useEffect(() => on(name, (payload) => newest.current(payload)), [on, name]);
}
