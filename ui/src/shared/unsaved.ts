/** What only the window holds and a quit would lose: the desktop side knows of it and asks first. */

import { useEffect } from "react";
import { create } from "zustand";
import { useBridge } from "../ipc";

/** Users with changes that are not saved. */
export const useUnsavedUsers = create<{ count: number }>()(() => ({ count: 0 }));

/** Use once, in what is always shown: a toast brings changes back on any screen. */
export function useTellUnsaved(): void {
  const bridge = useBridge();
  const count = useUnsavedUsers((unsaved) => unsaved.count);
  useEffect(() => void bridge.noteUnsavedUsers(count), [bridge, count]);
}
