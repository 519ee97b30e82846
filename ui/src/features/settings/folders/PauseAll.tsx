/** A pause of all folders: for an hour, until tomorrow, until a person goes on. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys, useBridge } from "../../../ipc";
import { FailureNote, Icon } from "../../../shared/parts";
import { type PauseChoice, pauseUntil } from "../../../shared/pause-until";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import css from "../settings.module.css";

const choices: PauseChoice[] = ["hour", "tomorrow", "untilResumed"];

export function PauseAll() {
  const { t } = useTranslation("settings", { keyPrefix: "folders.pause" });
  const bridge = useBridge();
  const formats = useFormats();
  const { ask, failure } = useAsk();
  const { data } = useQuery({
    queryKey: keys.folders,
    queryFn: () => bridge.folders(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const paused = data?.paused ?? null;
  return (
    <>
      {paused === null ? (
        <div className={css.buttons}>
          {choices.map((choice) => (
            <Button
              key={choice}
              onClick={() => void ask(() => bridge.pauseFolders(null, pauseUntil(choice, new Date())))}
            >
              {t(choice)}
            </Button>
          ))}
        </div>
      ) : (
        <div className={css.buttons}>
          <span>{paused.until === null ? t("held") : t("until", { until: formats.clock(paused.until) })}</span>
          <Button leftSection={<Icon name="play" />} onClick={() => void ask(() => bridge.resumeFolders(null))}>
            {t("resume")}
          </Button>
        </div>
      )}
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}
