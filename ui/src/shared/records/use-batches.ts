/** The acts done from here on records of a kind, newest first; read again when one has ended. */

import { useQuery } from "@tanstack/react-query";
import { useBridge } from "../../ipc";
import { useKind } from "./kind";
import { progressOf } from "./progress";

/** Older ones are still there, one by one, where a record's history names them. */
const newest = 200;

export function useBatches() {
  const bridge = useBridge();
  const { resource } = useKind();
  const running = progressOf(resource)((store) => store.running);
  return useQuery({
    queryKey: [resource, "batches", String(running)],
    queryFn: () => bridge.batches(resource, newest),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
