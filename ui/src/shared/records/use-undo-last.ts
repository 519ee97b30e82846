/** Ctrl Z on a screen of records: the last act done here, for as long as it can be undone, however long its toast is gone. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Resource } from "../../ipc";
import { tellDone, undoNewest } from "../undo/store";
import { useTellNothing } from "../undo/use-tell-nothing";
import { useKind } from "./kind";
import { progressOf } from "./progress";
import type { RecordActs } from "./use-run";

/** Batches done in this window and not undone, the newest last. */
const acts: Record<Resource, number[]> = { machines: [], users: [] };

export function noteAct(resource: Resource, batch: number): void {
  acts[resource].push(batch);
}

/** Another connection has other acts; without a batch, all of them are forgotten. */
export function forgetActs(resource: Resource, batch: number | null = null): void {
  acts[resource] = batch === null ? [] : acts[resource].filter((each) => each !== batch);
}

export function canUndoAct(resource: Resource): boolean {
  return acts[resource].length > 0;
}

export function useUndoLast({ undo }: Pick<RecordActs, "undo">): () => void {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  const tellNothing = useTellNothing();
  return useCallback(() => {
    // What goes on has nothing to take back yet, and what was before it is not meant.
    if (progressOf(resource).getState().running) return void tellDone(t("progress.running"));
    // A toast is newer than every act whose toast is gone.
    if (undoNewest()) return;
    const last = acts[resource].at(-1);
    if (last === undefined) tellNothing();
    else undo(last);
  }, [resource, t, tellNothing, undo]);
}
