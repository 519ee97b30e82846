/** The transfers as they are now, without what is being cancelled; every later value comes with its event. */

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { keys, type Transfers, useBridge } from "../../ipc";
import { without } from "./model";
import { useTransfersPanel } from "./store";

/** The transfers of connections that are not in use, as they are now. */
export function useOtherTransfers() {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.otherTransfers,
    queryFn: () => bridge.otherTransfers(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useTransfers() {
  const bridge = useBridge();
  const cancelling = useTransfersPanel((state) => state.cancelling);
  return useQuery({
    queryKey: keys.transfers,
    queryFn: () => bridge.transfers(),
    select: useCallback((transfers: Transfers) => without(transfers, cancelling), [cancelling]),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
