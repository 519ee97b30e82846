/** The only door to the desktop side. Nothing outside this folder imports `@tauri-apps/*`. */

export type * from "./bindings";
export { type Bridge, type EventName, FailureError, failureOf, type Payloads, type Unsubscribe } from "./bridge";
export { BridgeProvider, useBridge, useBridgeEvent } from "./context";
export { keys } from "./keys";
