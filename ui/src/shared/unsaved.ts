/**
 * Unsaved state of the window, and the events that lose it: a quit, of which the desktop side asks, a restart, another
 * connection.
 */

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { type Unsaved, useBridge } from "../ipc";
import { useConnection } from "./app-state";

type UnsavedUsers = {
  /** Users with changes that are not saved. */
  count: number;
  /** Forgets them. */
  forget: () => void;
};

export const useUnsavedUsers = create<UnsavedUsers>()(() => ({ count: 0, forget: () => {} }));

/** True while a new machine was begun and is not created. */
export const useNewMachine = create<{ begun: boolean }>()(() => ({ begun: false }));

/** The files of the open reviews of drops. */
export const useOpenReview = create<{ files: number }>()(() => ({ files: 0 }));

/** Act that waits for the answer whether the changes may be lost by it. */
export type Loss = { by: "connection" | "restart"; run: () => void };

export const useLoss = create<{ loss: Loss | null }>()(() => ({ loss: null }));

/** Does it at once where nothing is lost by it, else once that was answered. */
export function askUnsaved(by: Loss["by"], run: () => void): void {
  const nothing =
    useUnsavedUsers.getState().count === 0 && !useNewMachine.getState().begun && useOpenReview.getState().files === 0;
  if (nothing) run();
  else useLoss.setState({ loss: { by, run } });
}

/** Says what is lost, a sentence each. */
export function useUnsavedWords(): (unsaved: Unsaved) => string[] {
  const { t } = useTranslation("shell", { keyPrefix: "leave" });
  return ({ users, newMachine }) => [
    ...(users > 0 ? [t("users", { count: users })] : []),
    ...(newMachine ? [t("newMachine")] : []),
  ];
}

/** Use once, in what is always shown: a toast brings changes back on any screen. */
export function useTellUnsaved(): void {
  const bridge = useBridge();
  const users = useUnsavedUsers((unsaved) => unsaved.count);
  const newMachine = useNewMachine(({ begun }) => begun);
  useEffect(() => void bridge.noteUnsaved({ users, newMachine }), [bridge, users, newMachine]);
  const connection = useConnection()?.name ?? null;
  const before = useRef(connection);
  // Users of another connection: no later question counts those.
  useEffect(() => {
    if (before.current === connection) return;
    before.current = connection;
    useUnsavedUsers.getState().forget();
  }, [connection]);
}
