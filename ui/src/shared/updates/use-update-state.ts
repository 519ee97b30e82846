/** State of the program's update; follows events. */

import { useQuery } from "@tanstack/react-query";
import { keys, type UpdateState, useBridge } from "../../ipc";

export function useUpdateState(): UpdateState | undefined {
  const bridge = useBridge();
  const { data } = useQuery({
    queryKey: keys.updateState,
    queryFn: () => bridge.updateState(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
