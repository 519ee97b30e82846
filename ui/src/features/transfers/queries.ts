/** The transfers as they are now; every later value comes with its event. */

import { useQuery } from "@tanstack/react-query";
import { keys, useBridge } from "../../ipc";

export function useTransfers() {
  const bridge = useBridge();
  return useQuery({ queryKey: keys.transfers, queryFn: () => bridge.transfers(), staleTime: Number.POSITIVE_INFINITY });
}
