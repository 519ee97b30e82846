/** Releases of machines that are planned, and those that came about and were not seen yet. */

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type PlannedRelease, useBridge } from "../../../ipc";
import { keys } from "../../../ipc/keys";
import { tellDone } from "../../../shared/undo/store";
import { useFleet } from "../fleet/store";

/** Keeps in the fleet when machines are unblocked: their rows show it. */
export function usePlannedInRows(): void {
  const { releases } = useReleases();
  useEffect(() => {
    const waiting = releases.filter(({ done }) => done === null);
    const planned = waiting.flatMap(({ at, machineIds }) => machineIds.map((id) => [id, at] as const));
    useFleet.setState({ planned: new Map(planned) });
  }, [releases]);
}

const none: readonly PlannedRelease[] = [];

export function useReleases() {
  const bridge = useBridge();
  const { data, error, refetch } = useQuery({ queryKey: keys.releases, queryFn: () => bridge.plannedReleases() });
  return {
    releases: data ?? none,
    error,
    /** Cancels one that waits, or puts away one that was seen. */
    drop: async (id: number, said?: string) => {
      await bridge.dropRelease(id);
      if (said !== undefined) tellDone(said);
      await refetch();
    },
  };
}
