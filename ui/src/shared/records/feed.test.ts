import { expect, it } from "vitest";
import type { Bridge } from "../../ipc";
import { createFeed, type Known } from "./feed";

type Row = { id: string };
type State = { revision: number; total: number; readAt: string | null; reading: boolean; failure: null };

const bridge = {} as Bridge;
const underway: State = { revision: 1, total: 0, readAt: null, reading: true, failure: null };
const done: State = { revision: 2, total: 1, readAt: "2026-11-26T12:00:00Z", reading: false, failure: null };

it("reads what the first reading of the service brought while the list was on its way", async () => {
  let known: Known<State> = { loaded: false, whole: false, state: null, failure: null };
  const rows: string[] = [];
  let besideRead = () => {};
  const besides = new Promise<void>((resolve) => {
    besideRead = resolve;
  });
  const feed = createFeed<Row, State>({
    event: "machinesChanged",
    list: async () => ({ state: underway, columns: [], rows: [] }),
    changes: async () => ({ state: done, whole: false, rows: [{ id: "a" }], removed: [] }),
    refresh: async () => {},
    beside: async () => {
      await besides;
      return () => {};
    },
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
  });
  feed.open(bridge);
  await Promise.resolve();
  // The service was read in the meantime; the window is told so once.
  feed.hear(bridge, done);
  besideRead();
  await expect.poll(() => rows).toEqual(["a"]);
  expect(known.state).toEqual(done);
});
