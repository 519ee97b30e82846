/** State of the list of keys: open or not. */

import { create } from "zustand";

/** `turn` counts how often it was opened. */
export const useKeysList = create<{ opened: boolean; turn: number }>(() => ({ opened: false, turn: 0 }));

export function openKeys(): void {
  useKeysList.setState(({ turn }) => ({ opened: true, turn: turn + 1 }));
}

export function closeKeys(): void {
  useKeysList.setState({ opened: false });
}
