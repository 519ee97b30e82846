/** Switch for the start at login: read from the system, for a person may have changed it there. */

import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../../ipc";
import { Note } from "../../../shared/parts";

export function StartAtLogin() {
  const { t } = useTranslation("settings", { keyPrefix: "folders" });
  const bridge = useBridge();
  const queries = useQueryClient();
  const [refused, setRefused] = useState(false);
  const { data, error } = useQuery({
    queryKey: keys.startAtLogin,
    queryFn: () => bridge.startAtLogin(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const set = async (on: boolean) => {
    setRefused(false);
    try {
      queries.setQueryData(keys.startAtLogin, await bridge.setStartAtLogin(on));
    } catch {
      setRefused(true);
      await queries.invalidateQueries({ queryKey: keys.startAtLogin });
    }
  };
  return (
    <>
      <Checkbox
        checked={data ?? false}
        description={t("loginHelp")}
        disabled={data === undefined}
        label={t("login")}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {refused || error !== null ? <Note kind="needs">{t("loginRefused")}</Note> : null}
    </>
  );
}
