/** The question before the window closes or the program quits: what continues, what stops and what is lost by it. */

import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type LeaveAnswer, type LeaveRequested, useBridge, useBridgeEvent } from "../ipc";
import { useChangeSettings } from "../shared/app-state";
import { useUnsavedWords } from "../shared/unsaved";
import css from "./shell.module.css";

type Props = { request: LeaveRequested; onAnswer: () => void };

export function LeaveDialog({ request, onAnswer }: Props) {
  const { t } = useTranslation("shell", { keyPrefix: "leave" });
  const { t: common } = useTranslation("common");
  const { t: records } = useTranslation("records");
  const bridge = useBridge();
  const change = useChangeSettings();
  const { quit, tray, transfers, folders, unsaved } = request;
  const acts = useRunning(request.acts);
  const lost = useUnsavedWords()(unsaved);
  const answer = (choice: LeaveAnswer) => {
    onAnswer();
    if (choice === "hide") void change({ closeExplained: true });
    void bridge.answerLeave(choice);
  };
  /** Asks again where something stops by it: this question said nothing of that. */
  const quitInstead = () => {
    onAnswer();
    void bridge.quit();
  };
  const running = acts.map(({ kind, resource, done, total }) => {
    const what = `${records(`kind.${kind}`)}, ${records(`batches.rows.${resource}`, { count: total })}`;
    return t("acts", { what, done, total });
  });
  const stops = [
    ...lost,
    ...running,
    transfers.moving > 0 ? t("moving", { count: transfers.moving }) : null,
    transfers.waiting > 0 ? t("waiting", { count: transfers.waiting }) : null,
    transfers.paused > 0 ? t("paused", { count: transfers.paused }) : null,
    ...transfers.withoutSecret.map((name) => t("withoutSecret", { name })),
    folders > 0 ? t("folders", { count: folders }) : null,
  ].filter((text) => text !== null);
  // The first close of the window is no question about quitting: it says where the program is.
  const explains = tray && !quit;
  // What is lost by it is not one Enter or one look at the filled button away.
  const isLost = !explains && lost.length > 0;
  return (
    <Modal onClose={() => answer("stay")} opened title={t(explains ? "stays" : "title")} withCloseButton={false}>
      {explains ? <p>{t("tray")}</p> : null}
      {explains || stops.length === 0 ? null : (
        <ul className={css.leaveList}>
          {stops.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {!explains && stops.length === 0 && request.acts.length > 0 ? <p role="status">{t("actsDone")}</p> : null}
      <div className={css.leaveButtons}>
        <Button
          {...(explains ? {} : { "data-autofocus": true })}
          onClick={() => answer("stay")}
          variant={isLost ? "filled" : "default"}
        >
          {common("cancel")}
        </Button>
        {quit && tray ? <Button onClick={() => answer("hide")}>{t("hide")}</Button> : null}
        <Button
          onClick={() => (explains ? quitInstead() : answer("quit"))}
          variant={explains || isLost ? "default" : "filled"}
        >
          {t("quit")}
        </Button>
        {explains ? (
          <Button data-autofocus onClick={() => answer("hide")} variant="filled">
            {t("hide")}
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}

/** The acts on many records that still run, each as far as it is now. */
function useRunning(asked: LeaveRequested["acts"]) {
  const [acts, setActs] = useState(asked);
  useBridgeEvent("batchProgressed", (now) =>
    setActs((known) =>
      known
        .map((act) => (act.batchId === now.batchId ? now : act))
        .filter(({ batchId, finished }) => !(finished && batchId === now.batchId)),
    ),
  );
  return acts;
}
