/** Reads the overview: at each look, and when documents, machines or folders changed. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { keys, useBridge } from "../../ipc";
import { useFoldersRevision } from "../sync";

export function useOverview() {
  const bridge = useBridge();
  const folders = useFoldersRevision();
  return useQuery({
    queryKey: [...keys.overview, folders],
    queryFn: () => bridge.overview(),
    placeholderData: keepPreviousData,
    // The day may be another one than when it was left.
    staleTime: 0,
  });
}
