/** Ctrl Z on a screen of records: the last act done here, for as long as it can be undone, however long its toast is gone. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Resource } from "../../ipc";
import { dropUndo, tellDone, undoNewest } from "../undo/store";
import { useTellNothing } from "../undo/use-tell-nothing";
import { useKind } from "./kind";
import { progressOf } from "./progress";
import type { RecordActs } from "./use-run";

/** Batches done in this window and not undone, the newest last, each with the toast that offers to undo it. */
const acts: Record<Resource, { batch: number; toast: number }[]> = { machines: [], users: [] };

export function noteAct(resource: Resource, batch: number, toast: number): void {
  acts[resource].push({ batch, toast });
}

/** Another connection has other acts. */
export function forgetActs(resource: Resource): void {
  acts[resource] = [];
}

/** An act is being taken back, by whichever way: its toast no longer offers it. What fails can be tried again by Ctrl Z. */
export function withdrawToast(batch: number): void {
  for (const act of [...acts.machines, ...acts.users]) if (act.batch === batch) dropUndo(act.toast);
}

/** An act is taken back, by whichever way: neither Ctrl Z nor its toast offers it again. */
export function forgetAct(batch: number): void {
  withdrawToast(batch);
  for (const resource of ["machines", "users"] as const)
    acts[resource] = acts[resource].filter((act) => act.batch !== batch);
}

export function canUndoAct(resource: Resource): boolean {
  return acts[resource].length > 0;
}

/** Ctrl Z: takes back the newest toast, else the last act. With `only`, of acts that batch alone, or none: an import tells of one act. */
export function useUndoLast({ undo }: Pick<RecordActs, "undo">, only?: number | null): () => void {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  const tellNothing = useTellNothing();
  return useCallback(() => {
    // What goes on has nothing to take back yet, and what was before it is not meant.
    if (progressOf(resource).getState().running) return void tellDone(t("progress.running"));
    // A toast is newer than every act whose toast is gone.
    if (undoNewest()) return;
    const last = acts[resource].findLast(({ batch }) => only === undefined || batch === only);
    if (last === undefined) tellNothing();
    else undo(last.batch);
  }, [only, resource, t, tellNothing, undo]);
}
