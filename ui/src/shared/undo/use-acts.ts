/** Acts on documents that `core` takes back as one: the toast that offers it, and what became of it. */

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type ActId, failureOf, keys, type UndoScreen, useBridge } from "../../ipc";
import { useFailureWords } from "../error-messages";
import { type DoneAction, offerUndo, tellDone } from "./store";

/** Takes an act back, or restores what it deleted, and shows the outcome. */
export function useUndoAct(): (act: ActId, restores?: boolean) => Promise<void> {
  const { t } = useTranslation("common");
  const bridge = useBridge();
  const queries = useQueryClient();
  const words = useFailureWords();
  return useCallback(
    async (act, restores = false) => {
      try {
        const { done, unchanged, failed } = await (restores ? bridge.restoreAct(act) : bridge.undoAct(act));
        const count = done + unchanged + failed.length;
        const [first] = failed;
        const why = first === undefined ? "" : `${first.name}: ${words(first.failure).sentence}`;
        tellDone([t(restores ? "restoredFiles" : "undoneFiles", { count, done }), why].filter(Boolean).join(" "));
      } catch (thrown) {
        tellDone(t(restores ? "notRestored" : "notUndone", { why: words(failureOf(thrown)).sentence }));
      }
      await Promise.all(
        [keys.allHistory, keys.allDocuments].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
    [bridge, queries, t, words],
  );
}

type Offer = { act: ActId; text: string; actions?: readonly DoneAction[]; screen?: UndoScreen };

/** Shows the toast of an act, with *Undo*. */
export function useOfferAct(): (offer: Offer) => number {
  const undoAct = useUndoAct();
  return useCallback(
    ({ act, text, actions = [], screen }) =>
      offerUndo({ text, undo: () => undoAct(act), actions, ...(screen && { screen }) }),
    [undoAct],
  );
}
