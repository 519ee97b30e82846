/** Acts just done, most of which can still be undone. One toast each, at most three; the oldest is finished early. */

import { create } from "zustand";

/** Ten seconds, as long as nobody looks at it. */
export const undoTimeMs = 10_000;

export interface UndoOffer {
  /** What was done: "3 documents deleted." */
  text: string;
  /** Undoes it; without it the toast says only that the act is done. */
  undo?: () => Promise<void> | void;
  /** Called once when the time is over and nobody took it back. */
  finish?: () => Promise<void> | void;
  /** Another word on the button than *Undo*. */
  label?: string;
}

export interface UndoToast extends UndoOffer {
  id: number;
}

interface UndoState {
  toasts: UndoToast[];
}

export const useUndoStore = create<UndoState>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows the toast. Answers its id. */
export function offerUndo(offer: UndoOffer): number {
  lastId += 1;
  const id = lastId;
  const { toasts } = useUndoStore.getState();
  for (const early of toasts.slice(0, Math.max(0, toasts.length - 2))) finishUndo(early.id);
  useUndoStore.setState((state) => ({ toasts: [...state.toasts, { ...offer, id }] }));
  return id;
}

/** Says that an act is done that cannot be undone: exported, saved, undone. */
export function tellDone(text: string): void {
  offerUndo({ text });
}

/** The time is over: the act stands. */
export function finishUndo(id: number): void {
  const toast = take(id);
  void toast?.finish?.();
}

/** Takes the act back. */
export function runUndo(id: number): void {
  const toast = take(id);
  void toast?.undo?.();
}

/** Ctrl Z: the newest act that can be taken back. Answers whether there was one. */
export function undoNewest(): boolean {
  const newest = useUndoStore.getState().toasts.findLast(({ undo }) => undo !== undefined);
  if (newest === undefined) return false;
  runUndo(newest.id);
  return true;
}

function take(id: number): UndoToast | undefined {
  const toast = useUndoStore.getState().toasts.find((t) => t.id === id);
  useUndoStore.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));
  return toast;
}
