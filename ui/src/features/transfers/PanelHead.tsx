/** The sum on top of the panel: files, bytes, speed, time left; pause and go on. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Transfers } from "../../ipc";
import { Icon, Meter } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { onlyFetching, sendingState, timeLeft } from "./model";
import css from "./transfers.module.css";

export function PanelHead({ transfers, onPause }: { transfers: Transfers; onPause: (paused: boolean) => void }) {
  const { t } = useTranslation("transfers");
  const moving = transfers.active + transfers.waiting > 0;
  if (!moving && !transfers.paused) return null;
  return (
    <div className={css.sum}>
      <div className={css.sumLine}>
        <Sum transfers={transfers} />
        <Button
          leftSection={<Icon name={transfers.paused ? "play" : "pause"} size={14} />}
          onClick={() => onPause(!transfers.paused)}
          size="compact-sm"
        >
          {t(transfers.paused ? "resume" : "pause")}
        </Button>
      </div>
      {transfers.bytesTotal > 0 ? (
        <Meter done={transfers.bytesDone} label={t("progress")} total={transfers.bytesTotal} />
      ) : null}
    </div>
  );
}

/** Files, bytes, speed and time left in words; nothing where nothing is on its way. */
export function Sum({ transfers }: { transfers: Transfers }) {
  const { t } = useTranslation("transfers");
  const formats = useFormats();
  const state = sendingState(transfers);
  if (transfers.active + transfers.waiting === 0 && !transfers.paused) return null;
  const left = timeLeft(transfers.secondsLeft);
  const files = { done: formats.number(transfers.filesDone), total: formats.number(transfers.filesTotal) };
  const parts = [
    transfers.bytesTotal > 0 ? t("bytesOf", formats.bytesOf(transfers.bytesDone, transfers.bytesTotal)) : "",
    state === "sending" && transfers.bytesPerSecond > 0
      ? t("speed", { speed: formats.bytes(transfers.bytesPerSecond) })
      : "",
    state === "sending" && left !== null ? t(`left.${left.unit}`, { count: left.count }) : "",
  ];
  return (
    <div>
      <b>{t(titleOf(transfers), files)}</b>
      <div className="fd-small fd-ink2">{parts.filter(Boolean).join(" · ")}</div>
      {transfers.leftFromBefore > 0 ? (
        <div className="fd-small fd-ink2">{t("leftFromBefore", { count: transfers.leftFromBefore })}</div>
      ) : null}
    </div>
  );
}

function titleOf(transfers: Transfers): "sumPaused" | "sumWaiting" | "sumDownloading" | "sumUploading" {
  if (transfers.paused) return "sumPaused";
  if (transfers.active === 0) return "sumWaiting";
  return onlyFetching(transfers) ? "sumDownloading" : "sumUploading";
}
