/** Versions that are selected in a list: of what is shown, and only what can be restored. */

import { useMemo, useState } from "react";
import type { KeptVersion } from "../../ipc";

export type Selection = {
  chosen: readonly KeptVersion[];
  has: (version: KeptVersion) => boolean;
  toggle: (version: KeptVersion) => void;
  all: () => void;
  clear: () => void;
};

export function useSelection(shown: readonly KeptVersion[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  return useMemo(() => {
    const restorable = shown.filter(({ notRestorable, removed }) => notRestorable === null && removed);
    return {
      chosen: shown.filter(({ version, notRestorable }) => notRestorable === null && ticked.has(version)),
      has: ({ version }) => ticked.has(version),
      toggle: ({ version }) =>
        setTicked((before) => {
          const after = new Set(before);
          if (!after.delete(version)) after.add(version);
          return after;
        }),
      all: () => setTicked(new Set(restorable.map(({ version }) => version))),
      clear: () => setTicked(new Set()),
    };
  }, [shown, ticked]);
}
