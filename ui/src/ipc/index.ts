/** The only door to the desktop side. Nothing outside this folder imports `@tauri-apps/*`. */

export type * from "./bindings";
export type { Bridge, EventName, Payloads, Unsubscribe } from "./bridge";
export { BridgeProvider, useBridge, useBridgeEvent } from "./context";
export { FailureError, failureOf } from "./failure-error";
export { keys } from "./keys";
export type { ReadDocument, ReadFolderFile } from "./previews";
export { tileAddress } from "./tiles";
