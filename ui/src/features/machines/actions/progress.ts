/** How far the act is that is under way. */

import { create } from "zustand";
import { type BatchProgressed, useBridgeEvent } from "../../../ipc";

export const useProgress = create<{ told: BatchProgressed | null; running: boolean }>(() => ({
  told: null,
  running: false,
}));

/** Follows what the desktop side tells; use once, in the screen. */
export function useFollowProgress(): void {
  useBridgeEvent("batchProgressed", (told) => {
    if (told.resource !== "machines") return;
    useProgress.setState({ told: told.finished ? null : told });
  });
}
