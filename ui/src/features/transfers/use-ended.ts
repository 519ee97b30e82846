/**
 * Shows a single toast for all transfers that were active together and ended: uploaded files, and files that were
 * saved. Transfers of an earlier run of the program are left out, and the toast of another connection names it.
 */

import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type ActId, failureOf, type Transfer, useBridge } from "../../ipc";
import { useConnection } from "../../shared/app-state";
import { useFailureWords } from "../../shared/error-messages";
import { tellDone } from "../../shared/undo/store";
import { useOfferAct } from "../../shared/undo/use-acts";
import { isMoving, isUpload } from "./model";
import { useOtherTransfers, useTransfers } from "./queries";
import { useTransfersPanel } from "./store";

/** Transfers that ended together. */
type Ended = {
  /** The transfers that are listed. */
  items: readonly Transfer[];
  /** All, also those that are not listed. */
  count: number;
  /** The connection, where it is not in use. */
  through: string | null;
};

const isDownload = ({ kind }: Transfer) => kind === "download";
const isDone = ({ state, left }: Transfer) => state === "done" && left !== "ended";

export function useEndedTransfers(): void {
  const transfers = useTransfers().data;
  const others = useOtherTransfers().data;
  const inUse = useConnection()?.name ?? "";
  const tellUploaded = useTellUploaded();
  const tellSaved = useSavedToast();
  const told = useRef({ ids: new Set<number>(), counts: new Map<string, number>() });
  useEffect(() => {
    const all = (others ?? []).map(({ connection, transfers }) => ({ connection, through: connection, transfers }));
    const { ids, counts } = told.current;
    for (const { connection, through, transfers: of } of [
      ...(transfers === undefined ? [] : [{ connection: inUse, through: null, transfers }]),
      ...all,
    ]) {
      for (const { kind, isOne, done, tell } of [
        { kind: "uploads", isOne: isUpload, done: of.uploadsDone, tell: tellUploaded },
        { kind: "downloads", isOne: isDownload, done: of.downloadsDone, tell: tellSaved },
      ]) {
        const before = counts.get(`${kind} of ${connection}`);
        const items = of.items.filter(isOne);
        if (before !== undefined && items.some(isMoving)) continue;
        counts.set(`${kind} of ${connection}`, done);
        const news = items.filter((item) => isDone(item) && !ids.has(item.id));
        for (const { id } of news) ids.add(id);
        // What had ended before this window saw the connection is no news.
        if (before === undefined || news.length === 0) continue;
        // The open panel lists the same, and has no Undo.
        const isListed = kind === "downloads" || through !== null;
        if (isListed && useTransfersPanel.getState().open) continue;
        tell({ items: news, count: Math.max(news.length, done - before), through });
      }
    }
  }, [transfers, others, inUse, tellUploaded, tellSaved]);
}

function useTellUploaded() {
  const { t } = useTranslation("transfers");
  const router = useRouter({ warn: false });
  const offerAct = useOfferAct();
  return useCallback(
    ({ items, count, through }: Ended) => {
      const [first] = items;
      if (first === undefined) return;
      if (through !== null)
        return void tellDone(t("uploadedThrough", { count, name: first.shownName, connection: through }));
      // The acts of those that are not listed are not known here.
      if (count > items.length) return void tellDone(t("uploadedAll", { count }));
      const tell = (of: readonly Transfer[], act: ActId | null) => {
        const [first] = of;
        if (first === undefined) return;
        const show = () =>
          void import("../documents").then(({ showTarget }) => {
            showTarget(first.target);
            void router.navigate({ to: "/documents" });
          });
        const alike = of.every(({ place }) => place === first.place);
        const text = alike
          ? t("uploaded", { count: of.length, name: first.shownName, place: first.place })
          : t("uploadedAll", { count: of.length });
        const actions = alike ? [{ label: t("showDocuments"), run: show }] : [];
        if (act === null) tellDone(text, actions);
        else offerAct({ act, text, actions, screen: "documents" });
      };
      // What was sent together is undone together.
      for (const act of new Set(items.map((item) => item.act)))
        tell(
          items.filter((item) => item.act === act),
          act,
        );
    },
    [offerAct, router, t],
  );
}

function useSavedToast() {
  const { t } = useTranslation("transfers");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const words = useFailureWords();
  return useCallback(
    ({ items, count, through }: Ended) => {
      const [first] = items;
      if (first === undefined) return;
      const text = t("saved", { count, name: first.shownName });
      const show = () =>
        void bridge.showTransfer(first.id).catch((thrown) => tellDone(words(failureOf(thrown)).sentence));
      tellDone(text, first.canShow && through === null ? [{ label: common("showInFolder"), run: show }] : []);
    },
    [bridge, common, t, words],
  );
}
