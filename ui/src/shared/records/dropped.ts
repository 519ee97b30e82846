/** A file that was dropped on a list, on its way to the import. */

import { create } from "zustand";

/** `pass` sends it to a project instead: what was dropped is no spreadsheet. */
type Dropped = { readonly dropId: string; readonly pass: () => void };

export const useDropped = create<{ dropped: Dropped | null }>(() => ({ dropped: null }));

/** Takes it, so that coming back to the import does not open it again. */
export function takeDropped(): Dropped | null {
  const { dropped } = useDropped.getState();
  useDropped.setState({ dropped: null });
  return dropped;
}
