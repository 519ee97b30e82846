/** Tells what ended as one toast for all that were on their way together: uploaded files, and files that were saved. */

import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Transfer, useBridge } from "../../ipc";
import { useFailureWords } from "../../shared/error-messages";
import { tellDone } from "../../shared/undo/store";
import { isMoving, isUpload } from "./model";
import { useTransfers } from "./queries";
import { useTransfersPanel } from "./store";

const keyOf = ({ id, finishedAt }: Transfer) => `${id} ${finishedAt}`;

export function useEndedTransfers(): void {
  const transfers = useTransfers().data;
  const tellUploaded = useTellUploaded();
  const tellSaved = useTellSaved();
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (transfers === undefined) return;
    const isDone = ({ state }: Transfer) => state === "done";
    // What had ended before this window saw it is no news.
    told.current ??= new Set(transfers.items.filter(isDone).map(keyOf));
    for (const [isOne, tell] of [
      [isUpload, tellUploaded],
      [({ kind }: Transfer) => kind === "download", tellSaved],
    ] as const) {
      const items = transfers.items.filter(isOne);
      if (items.some(isMoving)) continue;
      const news = items.filter((item) => isDone(item) && !told.current?.has(keyOf(item)));
      for (const item of news) told.current.add(keyOf(item));
      // The open panel lists the same.
      if (news.length > 0 && !useTransfersPanel.getState().open) tell(news);
    }
  }, [transfers, tellUploaded, tellSaved]);
}

function useTellUploaded() {
  const { t } = useTranslation("transfers");
  const router = useRouter({ warn: false });
  return useCallback(
    (items: readonly Transfer[]) => {
      const [first] = items;
      if (first === undefined) return;
      const count = items.length;
      if (items.some(({ place }) => place !== first.place)) return void tellDone(t("uploadedAll", { count }));
      const show = () =>
        void import("../documents").then(({ showTarget }) => {
          showTarget(first.target);
          void router.navigate({ to: "/documents" });
        });
      tellDone(t("uploaded", { count, name: first.shownName, place: first.place }), [
        { label: t("showDocuments"), run: show },
      ]);
    },
    [router, t],
  );
}

function useTellSaved() {
  const { t } = useTranslation("transfers");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const words = useFailureWords();
  return useCallback(
    (items: readonly Transfer[]) => {
      const [first] = items;
      if (first === undefined) return;
      const text = t("saved", { count: items.length, name: first.shownName });
      const show = () =>
        void bridge.showTransfer(first.id).catch((thrown) => tellDone(words(failureOf(thrown)).sentence));
      tellDone(text, first.canShow ? [{ label: common("showInFolder"), run: show }] : []);
    },
    [bridge, common, t, words],
  );
}
