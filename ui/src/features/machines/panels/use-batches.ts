/** The acts done from here, newest first; read again when one has ended. */

import { useQuery } from "@tanstack/react-query";
import { useBridge } from "../../../ipc";
import { useProgress } from "../actions/progress";

/** Older ones are still there, one by one, where a machine's history names them. */
const newest = 200;

export function useBatches() {
  const bridge = useBridge();
  const running = useProgress((store) => store.running);
  return useQuery({
    queryKey: ["machines", "batches", String(running)],
    queryFn: () => bridge.batches("machines", newest),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
