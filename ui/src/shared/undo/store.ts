/** Acts just done that can still be taken back. One toast each, at most three; the oldest is finished early. */

import { create } from "zustand";

/** Ten seconds, as long as nobody looks at it. */
export const undoTimeMs = 10_000;

export interface UndoOffer {
  /** What was done: "3 documents deleted." */
  text: string;
  /** Takes it back. */
  undo: () => Promise<void> | void;
  /** Called once when the time is over and nobody took it back. */
  finish?: () => Promise<void> | void;
  /** Of several of one group only the newest is shown whole; the others are counted in it, and shown after it. */
  group?: string;
  /** Another word on the button than *Undo*; null for no button: nothing of it can be taken back, and Ctrl Z says why. */
  label?: string | null;
}

/** Something that can be done with what an act made: *Open*, *Show in folder*. */
export interface DoneAction {
  label: string;
  run: () => void;
}

export interface UndoToast extends Omit<UndoOffer, "undo"> {
  id: number;
  /** Null for an act that is told and cannot be taken back. */
  undo: UndoOffer["undo"] | null;
  actions: readonly DoneAction[];
  /** It is about Production, whatever is in use by now. */
  ofProduction: boolean;
}

interface UndoState {
  toasts: UndoToast[];
}

export const useUndoStore = create<UndoState>(() => ({ toasts: [] }));

let inProduction = false;

/** From now on acts are ones of Production, or no longer. */
export function actInProduction(now: boolean): void {
  inProduction = now;
}

let lastId = 0;
let lastOffered = 0;

/** Shows the toast. Answers its id. */
export function offerUndo(offer: UndoOffer): number {
  lastOffered = add({ ...offer, actions: [] });
  return lastOffered;
}

/** The newest act that could be taken back, also when its time is over. */
export const lastOffer = () => lastOffered;

/** Tells of an act that ended and takes nothing back, with what can be done with its outcome; the same twice stands once. */
export function tellDone(text: string, actions: readonly DoneAction[] = []): number {
  for (const same of useUndoStore.getState().toasts) if (same.undo === null && same.text === text) finishUndo(same.id);
  return add({ text, undo: null, actions });
}

function add(toast: Omit<UndoToast, "id" | "ofProduction">): number {
  lastId += 1;
  const id = lastId;
  const { toasts } = useUndoStore.getState();
  // What only tells makes room first: nobody loses an undo because something else ended meanwhile.
  const inTheWay = [...toasts.filter(({ undo }) => undo === null), ...toasts.filter(({ undo }) => undo !== null)];
  for (const early of inTheWay.slice(0, Math.max(0, toasts.length - 2))) finishUndo(early.id);
  useUndoStore.setState((state) => ({ toasts: [...state.toasts, { ...toast, id, ofProduction: inProduction }] }));
  return id;
}

/** The time is over: the act stands. */
export function finishUndo(id: number): void {
  const toast = dropUndo(id);
  void toast?.finish?.();
}

/** Takes the act back. */
export function runUndo(id: number): void {
  const toast = dropUndo(id);
  void toast?.undo?.();
}

/** Ctrl Z: the newest act that can be taken back. Answers whether there was one. */
export function undoNewest(): boolean {
  const newest = newestUndo(useUndoStore.getState().toasts);
  if (newest === undefined) return false;
  runUndo(newest.id);
  return true;
}

/** The toast whose act Ctrl Z takes back. */
export function newestUndo(toasts: readonly UndoToast[]): UndoToast | undefined {
  return toasts.findLast(({ undo }) => undo !== null);
}

/** The toast goes, and nothing else happens: what it told of was taken back by another way. */
export function dropUndo(id: number): UndoToast | undefined {
  const toast = useUndoStore.getState().toasts.find((t) => t.id === id);
  useUndoStore.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));
  return toast;
}
