/** Progress of the act under way, for each kind of records. */

import { create } from "zustand";
import { type BatchProgressed, type Resource, useBridgeEvent } from "../../ipc";

type Progress = { told: BatchProgressed | null; running: boolean };

const progress = () => create<Progress>(() => ({ told: null, running: false }));

const stores = { machines: progress(), users: progress() };

/** The store of a kind of records. */
export const progressOf = (resource: Resource) => stores[resource];

/** Follows what the desktop side tells; use once, in the screen. */
export function useFollowProgress(): void {
  useBridgeEvent("batchProgressed", (told) => {
    stores[told.resource].setState({ told: told.finished ? null : told });
  });
}
