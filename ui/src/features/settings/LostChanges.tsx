/** Unsaved changes that are lost with the connection in use, of machines and of users. */

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useBridge } from "../../ipc";
import { useUnsavedUsers } from "../../shared/unsaved";

export function LostChanges() {
  const { t } = useTranslation("settings");
  const { t: shell } = useTranslation("shell");
  const bridge = useBridge();
  const users = useUnsavedUsers((unsaved) => unsaved.count);
  const { data: machines = [] } = useQuery({
    queryKey: ["machines", "pendingEdits"],
    queryFn: () => bridge.pendingEdits(),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      {machines.length === 0 ? null : <p>{t("remove.machines", { count: machines.length })}</p>}
      {users === 0 ? null : <p>{shell("leave.users", { count: users })}</p>}
    </>
  );
}
