/** View state that outlives a tab: documents being compared, by folder, with the outcome; folders that leave. */

import { create } from "zustand";
import type { VerifyReport } from "../../ipc";

type Verifying = "running" | VerifyReport;

type State = {
  verifying: ReadonlyMap<string, Verifying>;
  begin: (folder: string) => void;
  /** Nothing came of it when it was refused. */
  end: (folder: string, report: VerifyReport | null) => void;
};

export const useVerify = create<State>()((set) => {
  const put = (folder: string, to: Verifying | null) =>
    set(({ verifying }) => {
      const next = new Map(verifying);
      if (to === null) next.delete(folder);
      else next.set(folder, to);
      return { verifying: next };
    });
  return {
    verifying: new Map(),
    begin: (folder) => put(folder, "running"),
    end: (folder, report) => put(folder, report),
  };
});

/** Folders that leave the list while their undo is offered: still there, and not shown. */
export const useLeaving = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export function setLeaving(id: string, leaving: boolean): void {
  useLeaving.setState(({ ids }) => {
    const next = new Set(ids);
    if (leaving) next.add(id);
    else next.delete(id);
    return { ids: next };
  });
}
