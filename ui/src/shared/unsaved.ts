/** What only the window holds, and what loses it: a quit, of which the desktop side asks, a restart, another connection. */

import { useEffect, useRef } from "react";
import { create } from "zustand";
import { useBridge } from "../ipc";
import { useConnection } from "./app-state";

type Unsaved = {
  /** Users with changes that are not saved. */
  count: number;
  /** Forgets them. */
  forget: () => void;
};

export const useUnsavedUsers = create<Unsaved>()(() => ({ count: 0, forget: () => {} }));

/** What waits for the answer whether the changes may be lost by it. */
export type Loss = { by: "connection" | "restart"; run: () => void };

export const useLoss = create<{ loss: Loss | null }>()(() => ({ loss: null }));

/** Does it at once where nothing is lost by it, else once that was answered. */
export function askUnsaved(by: Loss["by"], run: () => void): void {
  if (useUnsavedUsers.getState().count === 0) run();
  else useLoss.setState({ loss: { by, run } });
}

/** Use once, in what is always shown: a toast brings changes back on any screen. */
export function useTellUnsaved(): void {
  const bridge = useBridge();
  const count = useUnsavedUsers((unsaved) => unsaved.count);
  useEffect(() => void bridge.noteUnsavedUsers(count), [bridge, count]);
  const connection = useConnection()?.name ?? null;
  const before = useRef(connection);
  // Users of another connection: no later question counts those.
  useEffect(() => {
    if (before.current === connection) return;
    before.current = connection;
    useUnsavedUsers.getState().forget();
  }, [connection]);
}
