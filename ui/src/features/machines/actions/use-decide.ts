/** Decides on a cell that someone else changed meanwhile. Nothing is sent: the edit becomes ready, or goes. */

import { useCallback } from "react";
import { type Failure, failureOf, useBridge } from "../../../ipc";
import { changePending } from "../fleet/store";

export type Decide = (machineId: string, field: string, keep: "mine" | "theirs") => Promise<void>;

export function useDecide(onFailure: (failure: Failure | null) => void): Decide {
  const bridge = useBridge();
  return useCallback(
    async (machineId, field, keep) => {
      onFailure(null);
      try {
        const result = await bridge.decideEdits([{ machineId, field, keepMine: keep === "mine" }]);
        changePending(result.cells, result.cleared);
      } catch (thrown) {
        onFailure(failureOf(thrown));
      }
    },
    [bridge, onFailure],
  );
}
