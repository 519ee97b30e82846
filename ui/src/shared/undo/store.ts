/** Acts just done that can still be taken back. One toast each, at most three; the oldest is finished early. */

import { create } from "zustand";

/** Milliseconds that a toast stays while no one looks at it. */
export const undoTimeMs = 10_000;

export interface UndoOffer {
  /** Text of the act: "3 documents deleted." */
  text: string;
  /** Takes it back. */
  undo: () => Promise<void> | void;
  /** Called once when the act was not taken back: its time is over, its toast was closed, or its connection is left. */
  finish?: (why: "over" | "closed" | "left") => Promise<void> | void;
  /**
   * Group of the toast: only the newest of a group is shown whole; the others are counted in it, and shown after it.
   */
  group?: string;
  /** Further buttons for its outcome. */
  actions?: readonly DoneAction[];
  /** The screen whose Ctrl Z takes it back; the one that is shown where none is named. */
  screen?: ScreenName;
  /** False where it is for its button alone: Ctrl Z opens nothing. */
  keys?: boolean;
  /** Another word on the button than *Undo*; null for no button: nothing of it can be taken back, and Ctrl Z says why. */
  label?: string | null;
}

/** Something that can be done with what an act made: *Open*, *Show in folder*. */
export interface DoneAction {
  label: string;
  run: () => void;
}

export interface UndoToast extends Omit<UndoOffer, "undo" | "actions" | "screen"> {
  id: number;
  screen: ScreenName;
  /** Undoes the act; null for one that cannot be undone. */
  undo: UndoOffer["undo"] | null;
  actions: readonly DoneAction[];
  /** True where the act was done in Production, whatever is in use by now. */
  ofProduction: boolean;
}

/** A screen by the first part of its address: `documents`. */
export type ScreenName = string;

interface UndoState {
  toasts: UndoToast[];
  /** The screen that is shown: its acts are what Ctrl Z takes back. */
  screen: ScreenName;
}

export const useUndoStore = create<UndoState>(() => ({ toasts: [], screen: "" }));

let inProduction = false;

/** From now on acts are ones of Production, or no longer. */
export function actInProduction(now: boolean): void {
  inProduction = now;
}

let lastId = 0;

/** Shows the toast. Answers its id. */
export function offerUndo(offer: UndoOffer): number {
  const { screen } = useUndoStore.getState();
  return add({ screen, ...offer, actions: offer.actions ?? [] });
}

/** Tells of an act that ended and takes nothing back, with what can be done with its outcome; the same twice stands once. */
export function tellDone(text: string, actions: readonly DoneAction[] = []): number {
  for (const same of useUndoStore.getState().toasts) if (same.undo === null && same.text === text) finishUndo(same.id);
  return add({ text, undo: null, actions, screen: useUndoStore.getState().screen });
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
export function finishUndo(id: number, why: "over" | "closed" = "over"): void {
  const toast = dropUndo(id);
  void toast?.finish?.(why);
}

/** Carries out what could still be taken back, before its connection is left. */
export async function finishUndos(): Promise<void> {
  const open = useUndoStore.getState().toasts.filter(({ undo }) => undo !== null);
  await Promise.all(open.map(({ id }) => dropUndo(id)?.finish?.("left")));
}

/** Takes the act back. */
export function runUndo(id: number): void {
  const toast = dropUndo(id);
  void toast?.undo?.();
}

/** Ctrl Z: the newest act of the screen that can be taken back. Answers whether there was one. */
export function undoNewest(): boolean {
  const newest = newestUndo(useUndoStore.getState());
  if (newest === undefined) return false;
  runUndo(newest.id);
  return true;
}

/** The toast whose act Ctrl Z takes back. */
export function newestUndo({ toasts, screen }: UndoState): UndoToast | undefined {
  return toasts.findLast((toast) => toast.undo !== null && toast.keys !== false && toast.screen === screen);
}

/** Nothing of a connection that is left is taken back through another: what was done there stands. */
export function dropUndos(): void {
  for (const { id, undo } of useUndoStore.getState().toasts) if (undo !== null) dropUndo(id);
}

/** Removes the toast, and does nothing else: its act was undone by another way. */
export function dropUndo(id: number): UndoToast | undefined {
  const toast = useUndoStore.getState().toasts.find((t) => t.id === id);
  useUndoStore.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));
  return toast;
}
