/** The sending part of the status bar: what is on its way in files and bytes, or what stands still. Opens the panel. */

import { Tooltip } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Transfers } from "../../ipc";
import { announce } from "../../shared/announce";
import { shortcutLabel, useShortcut } from "../../shared/keyboard";
import { Icon, Meter, StateChip, StateIcon } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { asksForSecretOf, left as leftOf, nextTry, onlyFetching, quarter, sendingState, timeLeft } from "./model";
import { useOtherTransfers, useTransfers } from "./queries";
import { toggleTransfers } from "./store";
import css from "./transfers.module.css";
import { useEndedTransfers } from "./use-ended";

/** Without a connection in use. */
const nothing: Transfers = {
  items: [],
  moreWaiting: [],
  active: 0,
  waiting: 0,
  failed: 0,
  needsYou: 0,
  done: 0,
  uploadsDone: 0,
  downloadsDone: 0,
  filesDone: 0,
  filesTotal: 0,
  bytesDone: 0,
  bytesTotal: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  lastSentAt: null,
  leftFromBefore: 0,
};

export function TransfersStatus() {
  const { t } = useTranslation("transfers");
  const formats = useFormats();
  const transfers = useTransfers().data ?? nothing;
  const others = useOtherTransfers().data ?? [];
  useAnnouncedQuarters();
  useEndedTransfers();
  useShortcut("transfers", toggleTransfers);
  const state = sendingState(transfers);
  if (state === "nothing" && transfers.items.length === 0 && others.length === 0) return null;
  const left = timeLeft(transfers.secondsLeft);
  const bytes = t("bytesOf", formats.bytesOf(transfers.bytesDone, transfers.bytesTotal));
  const count = transfers.active + transfers.waiting;
  const next = nextTry(transfers.items);
  return (
    <Tooltip label={t("show", { keys: shortcutLabel("transfers") })}>
      <button className={css.status} onClick={toggleTransfers} type="button">
        {state === "sending" ? (
          <>
            <span className={css.working}>
              <Icon name={onlyFetching(transfers) ? "save" : "send"} size={15} />
              <b>{t(onlyFetching(transfers) ? "downloadingFiles" : "uploadingFiles", { count })}</b>
            </span>
            {/* Empty files are on their way without a byte. */}
            {transfers.bytesTotal > 0 ? (
              <>
                <span className={css.statusMeter}>
                  <Meter done={transfers.bytesDone} label={t("progress")} total={transfers.bytesTotal} />
                </span>
                <span>{left === null ? bytes : `${bytes} · ${t(`left.${left.unit}`, { count: left.count })}`}</span>
              </>
            ) : null}
          </>
        ) : null}
        {state === "paused" ? (
          <span className={css.quiet}>
            <StateIcon size={15} state="paused" />
            {t("pausedFiles", { count })}
          </span>
        ) : null}
        {state === "waiting" ? (
          <span className={css.quiet}>
            <StateIcon size={15} state="waiting" />
            {next === null ? t("waitingFiles", { count }) : t("waitingUntil", { count, time: formats.clock(next) })}
          </span>
        ) : null}
        {state === "nothing" ? t("nothingShort") : null}
        {transfers.needsYou > 0 ? <StateChip count={transfers.needsYou} state="needsDecision" /> : null}
        {transfers.failed > 0 ? <StateChip count={transfers.failed} state="failed" /> : null}
        {(state === "needsYou" || state === "failed") && transfers.waiting > 0 ? (
          <StateChip count={transfers.waiting} state="waiting" />
        ) : null}
        {others.map((other) =>
          leftOf(other.transfers) === 0 ? null : (
            <span key={other.connection}>
              {asksForSecretOf(other)
                ? t("enterSecret", { name: other.connection })
                : t("elsewhere", { count: leftOf(other.transfers), name: other.connection })}
            </span>
          ),
        )}
      </button>
    </Tooltip>
  );
}

/** Says progress at quarters, the end, and what failed; nothing in between. */
function useAnnouncedQuarters(): void {
  const { t } = useTranslation("transfers");
  const transfers = useTransfers().data;
  const last = useRef({ quarter: 0, failed: 0, busy: false });
  useEffect(() => {
    if (transfers === undefined) return;
    const busy = transfers.active + transfers.waiting > 0;
    const reached = quarter(transfers.bytesDone, transfers.bytesTotal);
    const before = last.current;
    if (transfers.failed > before.failed) announce(t("saidFailed", { count: transfers.failed }));
    // What was cancelled ends without a word of success.
    else if (before.busy && !busy && transfers.filesDone > 0) announce(t("saidDone", { count: transfers.filesDone }));
    else if (busy && reached > before.quarter && reached < 100) announce(t("saidQuarter", { percent: reached }));
    last.current = { quarter: busy ? reached : 0, failed: transfers.failed, busy };
  }, [transfers, t]);
}
