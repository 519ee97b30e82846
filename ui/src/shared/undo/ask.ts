/** The question before an act of an earlier run of the program is undone. */

import { create } from "zustand";
import type { Undoable } from "../../ipc";

export type AskedUndo = { undoable: Undoable; take: () => void };

export const useAskUndo = create<{ asking: AskedUndo | null }>(() => ({ asking: null }));
