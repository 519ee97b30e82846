/** Ctrl Z on a screen of records: the last act done here, for as long as it can be undone, however long its toast is gone. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { tellDone, undoNewest } from "../undo/store";
import { useTellNothing } from "../undo/use-tell-nothing";
import { useUndo } from "../undo/use-undo";
import { useKind } from "./kind";
import { progressOf } from "./progress";
import { lastAct } from "./undoable-batches";
import type { RecordActs } from "./use-run";

/** Ctrl Z: takes back the newest toast, else the last act. With `only`, of acts that batch alone, or none: an import tells of one act. */
export function useUndoLast({ undo }: Pick<RecordActs, "undo">, only?: number | null): () => void {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  const tellNothing = useTellNothing();
  const undoEarlier = useUndo(resource, undo);
  return useCallback(() => {
    // What goes on has nothing to take back yet, and what was before it is not meant.
    if (progressOf(resource).getState().running) return void tellDone(t("progress.running"));
    // A toast is newer than every act whose toast is gone.
    if (undoNewest()) return;
    const last = lastAct(resource, only);
    if (last !== undefined) undo(last);
    // What was done before this window is read from the journal.
    else if (only === undefined) undoEarlier();
    else tellNothing();
  }, [only, resource, t, tellNothing, undo, undoEarlier]);
}
