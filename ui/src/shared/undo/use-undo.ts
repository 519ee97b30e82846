/**
 * Ctrl Z on a screen: the newest toast, else the newest act that `core` finds for this screen and connection. An act of
 * an earlier run of the program is asked about, a delete is restored from History.
 */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Undoable, type UndoScreen, useBridge } from "../../ipc";
import { useFailureWords } from "../error-messages";
import { useFormats } from "../use-formats";
import { useAskUndo } from "./ask";
import { tellDone, undoNewest } from "./store";
import { useUndoAct } from "./use-acts";
import { useTellNothing } from "./use-tell-nothing";

/** `undoBatch`: takes back a bulk change of the records of the screen. */
export function useUndo(screen: UndoScreen | null, undoBatch?: (batch: number) => void): () => void {
  const { t } = useTranslation("common");
  const bridge = useBridge();
  const undoAct = useUndoAct();
  const tellNothing = useTellNothing();
  const words = useFailureWords();
  const formats = useFormats();
  return useCallback(() => {
    if (undoNewest()) return;
    if (screen === null) return tellNothing();
    const take = (undoable: Undoable) => {
      if (undoable.of === "documents") return void undoAct(undoable.act);
      undoBatch?.(undoable.batch.id);
    };
    const answer = async () => {
      const undoable = await bridge.undoable(screen);
      if (undoable === null) return tellNothing();
      if (undoable.of === "documents" && undoable.kind === "delete") {
        const { act, count, name, at } = undoable;
        const restore = { label: t("restoreFromHistory"), run: () => void undoAct(act, true) };
        return void tellDone(t("wasDeleted", { count, name, time: formats.moment(at) }), [restore]);
      }
      if (undoable.thisRun) return take(undoable);
      useAskUndo.setState({ asking: { undoable, take: () => take(undoable) } });
    };
    answer().catch((thrown) => tellDone(t("notUndone", { why: words(failureOf(thrown)).sentence })));
  }, [bridge, formats, screen, t, tellNothing, undoAct, undoBatch, words]);
}
