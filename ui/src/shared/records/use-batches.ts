/** The acts done from here on records of a kind, newest first; read again when one has ended, or was looked up. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useBridge, useBridgeEvent } from "../../ipc";
import { useKind } from "./kind";
import { progressOf } from "./progress";

/** Older ones are still there, one by one, where a record's history names them. */
const newest = 200;

export function useBatches() {
  const bridge = useBridge();
  const queries = useQueryClient();
  const { resource } = useKind();
  const running = progressOf(resource)((store) => store.running);
  useBridgeEvent("batchProgressed", (told) => {
    if (told.finished && told.resource === resource)
      void queries.invalidateQueries({ queryKey: [resource, "batches"] });
  });
  return useQuery({
    queryKey: [resource, "batches", String(running)],
    queryFn: () => bridge.batches(resource, newest),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
