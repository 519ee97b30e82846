/** Reads a machine's responsible person and its history. Read again when the record changes. */

import { useQuery } from "@tanstack/react-query";
import { useBridge } from "../../../../ipc";
import { progressOf } from "../../../../shared/records/progress";
import { useFleet } from "../../fleet/store";

export function useDetail(id: string) {
  const bridge = useBridge();
  const stored = useFleet((fleet) => fleet.machines.get(id));
  // An act that is refused changes no record, but stands in the history.
  const running = progressOf("machines")((store) => store.running);
  return useQuery({
    queryKey: ["machines", "detail", id, JSON.stringify(stored ?? null), String(running)],
    queryFn: () => bridge.machineDetail(id),
    staleTime: 0,
    placeholderData: (before) => (before?.row.id === id ? before : undefined),
  });
}
