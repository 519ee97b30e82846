/** Reads the acts on a user from here. Read again when the record changes. */

import { useQuery } from "@tanstack/react-query";
import { useBridge } from "../../../ipc";
import { progressOf } from "../../../shared/records/progress";
import { useUsers } from "../users/store";

export function useDetail(id: string) {
  const bridge = useBridge();
  const stored = useUsers(({ users }) => users.get(id));
  // An act that is refused changes no record, but stands in the history.
  const running = progressOf("users")((store) => store.running);
  return useQuery({
    queryKey: ["users", "detail", id, JSON.stringify(stored ?? null), String(running)],
    queryFn: () => bridge.userDetail(id),
    staleTime: 0,
    placeholderData: (before) => (before?.row.id === id ? before : undefined),
  });
}
