/** Pending edits that a save would send. A machine is changed as the person saw it, or not at all. Pure. */

import type { PendingOf } from "./types";

export type Ready = {
  /** Edits that go, and the machines they belong to. */
  readonly edits: number;
  readonly machines: readonly string[];
  /** Texts that were not understood, and values that somebody else changed meanwhile. */
  readonly problems: number;
  readonly undecided: number;
  /** Good edits of machines with one of those: they wait for it. */
  readonly held: number;
  /** Edits of machines that somebody deleted meanwhile. */
  readonly gone: number;
  /** Edits that go, and are lower than before in a field that only grows. */
  readonly falls: number;
};

export function readyOf(pending: Iterable<readonly [string, PendingOf]>, isThere: (id: string) => boolean): Ready {
  const machines: string[] = [];
  let [edits, problems, undecided, held, gone, falls] = [0, 0, 0, 0, 0, 0];
  for (const [id, of] of pending) {
    const all = [...of.values()];
    if (!isThere(id)) {
      gone += all.length;
      continue;
    }
    const bad = all.filter(({ problem }) => problem !== null).length;
    const open = all.filter(({ problem, changed }) => problem === null && changed).length;
    problems += bad;
    undecided += open;
    if (bad + open > 0) held += all.length - bad - open;
    else if (all.length > 0) {
      machines.push(id);
      edits += all.length;
      falls += all.filter((edit) => edit.falls).length;
    }
  }
  return { edits, machines, problems, undecided, held, gone, falls };
}
