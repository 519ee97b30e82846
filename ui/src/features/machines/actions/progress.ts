/** How far the act is that is under way. */

import { create } from "zustand";
import { type MachineBatchProgressed, useBridgeEvent } from "../../../ipc";

export const useProgress = create<{ told: MachineBatchProgressed | null; running: boolean }>(() => ({
  told: null,
  running: false,
}));

/** Follows what the desktop side tells; use once, in the screen. */
export function useFollowProgress(): void {
  useBridgeEvent("machineBatchProgressed", (told) => {
    useProgress.setState({ told: told.finished ? null : told });
  });
}
