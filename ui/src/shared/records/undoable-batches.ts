/** Batches done in this window and not undone, each with the toast that offers to undo it. */

import type { Resource } from "../../ipc";
import { dropUndo } from "../undo/store";

/** The newest last. */
const acts: Record<Resource, { batch: number; toast: number }[]> = { machines: [], users: [] };

/** A batch was done, and this toast offers to undo it. */
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

/** The batch done last; with `only` that one alone, as long as it is not undone. */
export function lastAct(resource: Resource, only?: number | null): number | undefined {
  return acts[resource].findLast(({ batch }) => only === undefined || batch === only)?.batch;
}
