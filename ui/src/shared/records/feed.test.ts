import { expect, it } from "vitest";
import type { Bridge } from "../../ipc";
import { createFeed, type Known, type Source } from "./feed";

type Row = { id: string };
type State = { revision: number; total: number; readAt: string | null; reading: boolean; failure: null };

const underway: State = { revision: 1, total: 0, readAt: null, reading: true, failure: null };
const done: State = { revision: 2, total: 1, readAt: "2026-11-26T12:00:00Z", reading: false, failure: null };

/** A promise and what keeps it. */
function later() {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/** A feed whose first list is read while the service is, and what it put in its place. */
function begun(parts: Partial<Source<Row, State>>) {
  let known: Known<State> = { loaded: false, whole: false, state: null, failure: null };
  const rows: string[] = [];
  const feed = createFeed<Row, State>({
    event: "machinesChanged",
    list: async () => ({ state: underway, columns: [], rows: [] }),
    changes: async () => ({ state: done, whole: false, rows: [{ id: "a" }], removed: [] }),
    refresh: async () => {},
    beside: async () => () => {},
    complete: async () => () => {},
    known: () => known,
    note: (part) => {
      known = { ...known, ...part };
    },
    put: (found, _removed, part) => {
      rows.push(...found.map(({ id }) => id));
      known = { ...known, ...part };
    },
    has: () => true,
    clear: () => {
      known = { loaded: false, whole: false, state: null, failure: null };
    },
    forget: () => {},
    selection: { tick: () => {}, tickOnly: () => {}, keepTicked: () => {} },
    ...parts,
  });
  return { feed, rows, state: () => known.state };
}

it("reads what the first reading of the service brought while the list was on its way", async () => {
  const besides = later();
  const { feed, rows, state } = begun({ beside: () => besides.promise.then(() => () => {}) });
  const bridge = { listening: async () => {} } as Bridge;
  feed.open(bridge);
  await Promise.resolve();
  // The service was read in the meantime; the window is told so once.
  feed.hear(bridge, done);
  besides.keep();
  await expect.poll(() => rows).toEqual(["a"]);
  expect(state()).toEqual(done);
});

it("reads nothing before the desktop side knows who listens", async () => {
  const heard = later();
  const calls: string[] = [];
  const { feed } = begun({
    list: async () => {
      calls.push("list");
      return { state: done, columns: [], rows: [] };
    },
  });
  feed.open({ listening: () => heard.promise.then(() => void calls.push("listening")) } as Bridge);
  await Promise.resolve();
  heard.keep();
  await expect.poll(() => calls).toEqual(["listening", "list"]);
});
