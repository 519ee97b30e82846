/** Status bar: the connection, uploads under way, and whether anyone outside sees the changes made here. */

import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, keys, type Online, useBridge, useBridgeEvent } from "../ipc";
import { announce } from "../shared/announce";
import { useConnection, useOnline } from "../shared/app-state";
import { GuideLink, StateIcon } from "../shared/parts";
import { useFormats } from "../shared/use-formats";
import { asksForSecret } from "../shared/use-switch";
import css from "./shell.module.css";
import { UpdateNote } from "./UpdateNote";

const TransfersStatus = lazy(() => import("../features/transfers").then((m) => ({ default: m.TransfersStatus })));

const FoldersStatus = lazy(() => import("../features/sync").then((m) => ({ default: m.FoldersStatus })));

export function StatusBar() {
  const { t } = useTranslation("shell");
  const connection = useConnection();
  const online = useOnline();
  const quiet = connection?.sampleData
    ? t("sampleNotice")
    : connection?.environment === "test"
      ? t("testNotice")
      : null;
  return (
    <footer className={css.status}>
      <OnlineState online={online} />
      <Suspense>
        <TransfersStatus />
      </Suspense>
      <span className={css.spring} />
      {asksForSecret(connection) ? (
        <span className={css.statusPart}>
          <StateIcon size={15} state="needsDecision" />
          {t("secretMissing")}
          <EnterAgain name={connection.name} />
        </span>
      ) : null}
      {connection?.secretKept === "session" && !connection.sampleData ? <span>{t("secretSession")}</span> : null}
      {quiet === null ? null : <span className={css.statusQuiet}>{quiet}</span>}
      <UpdateNote />
      <Suspense>
        <FoldersStatus />
      </Suspense>
    </footer>
  );
}

function OnlineState({ online }: { online: Online | undefined }) {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const formats = useFormats();
  const connection = useConnection();
  const refused = useSecretRefused();
  const words = useOnlineWords(online);
  const before = useRef<string | null>(null);
  // The first state is on the screen; a change of it is said.
  useEffect(() => {
    if (online === undefined) return;
    if (before.current !== null && before.current !== online.state) announce(words);
    before.current = online.state;
  }, [online, words]);

  if (online === undefined) return <span>{t("connecting")}</span>;
  if (online.state === "online" && refused)
    return (
      <span className={css.statusPart}>
        <StateIcon size={15} state="needsDecision" />
        {t("secretRefused")}
        {connection === null ? null : <EnterAgain name={connection.name} />}
      </span>
    );
  if (online.state === "online") {
    return (
      <span className={`${css.statusPart} ${css.statusOk}`}>
        <StateIcon size={15} state="inStep" />
        {words}
      </span>
    );
  }
  return (
    <span className={css.statusPart} title={online.since === null ? undefined : formats.clock(online.since)}>
      <StateIcon size={15} state="offline" />
      {words}
      {online.state === "offline" ? (
        <button className={css.link} onClick={() => void bridge.tryAgainNow()} type="button">
          {t("tryNow")}
        </button>
      ) : null}
      <GuideLink to="connect#offline" />
    </span>
  );
}

/** Leads to the form of the connection, where its secret is entered. */
function EnterAgain({ name }: { name: string }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <button
      className={css.link}
      onClick={() => void navigate({ to: "/connect", search: { form: true, edit: name } })}
      type="button"
    >
      {t("enterAgain")}
    </button>
  );
}

/** True where the server answered the last read of the projects and refused the client or its secret. */
function useSecretRefused(): boolean {
  const cache = useQueryClient().getQueryCache();
  // A refusal from before the connections changed does not count for them as they are.
  const [since, setSince] = useState(0);
  useBridgeEvent("connectionsChanged", () => setSince(Date.now()));
  // It only looks: the screens read.
  return useSyncExternalStore(
    useCallback((told: () => void) => cache.subscribe(notifyManager.batchCalls(told)), [cache]),
    () => {
      const { error = null, errorUpdatedAt = 0 } = cache.find({ queryKey: keys.projects })?.state ?? {};
      return error !== null && errorUpdatedAt >= since && failureOf(error).kind === "invalidClient";
    },
  );
}

function useOnlineWords(online: Online | undefined): string {
  const { t } = useTranslation("shell");
  const formats = useFormats();
  if (online === undefined) return t("connecting");
  if (online.state === "online") return t("connected");
  if (online.state === "notConnected" || online.since === null) return t("notConnected");
  const since = formats.clock(online.since);
  return online.nextTryAt === null
    ? t("offlineSince", { since })
    : t("offlineNext", { since, next: formats.clock(online.nextTryAt) });
}
