/** Reads records in pages and keeps them true while a screen is shown; what changed while it was not is read at the next look. */

import { useEffect, useLayoutEffect } from "react";
import { type Bridge, type Failure, failureOf, useBridge, useBridgeEvent } from "../../ipc";
import { useConnection } from "../app-state";
import { ask } from "./ask";
import type { Selection } from "./selection";

/** The first page fills the screen and more; the others are fewer calls. */
const firstPage = 2_000;
const nextPages = 5_000;

/**
 * Age in milliseconds above which records are read from the service when the screen is opened; the list from memory
 * stands there meanwhile.
 */
const freshMs = 60_000;

/** State of the records of a kind, as the desktop side has it. */
type Standing = {
  revision: number;
  total: number;
  readAt: string | null;
  reading: boolean;
  failure: Failure | null;
};

/** State of a store of records besides the records. */
export type Known<State> = {
  /** The first rows are there. */
  readonly loaded: boolean;
  /** All pages are there. */
  readonly whole: boolean;
  readonly state: State | null;
  readonly failure: Failure | null;
};

/** Nothing can be shown, and that there is nothing is not known either. */
export const isFirstRead = ({ loaded, state }: Pick<Known<Standing>, "loaded" | "state">, shown: number): boolean =>
  !loaded || (shown === 0 && (state === null || state.readAt === null || state.total > 0));

export type Source<Row, State extends Standing> = {
  readonly event: "machinesChanged" | "usersChanged";
  readonly list: (
    bridge: Bridge,
    from: number,
    limit: number,
  ) => Promise<{ state: State; columns: string[]; rows: Row[] }>;
  readonly changes: (
    bridge: Bridge,
    since: number,
  ) => Promise<{ state: State; whole: boolean; rows: Row[]; removed: string[] }>;
  readonly refresh: (bridge: Bridge) => Promise<unknown>;
  /** Reads what belongs to the rows; its answer puts that in its place, after them. */
  readonly beside: (bridge: Bridge) => Promise<() => void>;
  /** All pages are there. Its answer puts in its place what is read then. */
  readonly complete: (bridge: Bridge) => Promise<() => void>;
  readonly known: () => Known<State>;
  readonly note: (part: Partial<Known<State>>) => void;
  readonly put: (
    rows: readonly Row[],
    removed: readonly string[],
    more: Partial<Known<State>> & { columns?: readonly string[] },
  ) => void;
  readonly has: (id: string) => boolean;
  readonly clear: () => void;
  /** Forgets what belongs to the records of one company: another connection has others. */
  readonly forget: () => void;
  readonly selection: Pick<Selection, "tick" | "tickOnly" | "keepTicked">;
};

export function createFeed<Row, State extends Standing>(source: Source<Row, State>) {
  /** Number of the newest reading: an older one that answers late is not taken. */
  let turn = 0;
  let bridgeOf: Bridge | null = null;
  /** Unknown until the first look: what was asked to be shown before it is not forgotten. */
  let connectionOf: string | null | undefined;
  let reading: Promise<void> | null = null;
  let again = false;

  async function readWhole(bridge: Bridge): Promise<void> {
    turn += 1;
    const mine = turn;
    try {
      const first = await source.list(bridge, 0, firstPage);
      if (mine !== turn) return;
      source.clear();
      const place = await source.beside(bridge);
      if (mine !== turn) return;
      place();
      source.put(first.rows, [], { columns: first.columns, state: first.state, loaded: true });
      let from = first.rows.length;
      while (from < first.state.total) {
        const page = await source.list(bridge, from, nextPages);
        if (mine !== turn || page.rows.length === 0) break;
        source.put(page.rows, [], {});
        from += page.rows.length;
      }
      if (mine !== turn) return;
      source.note({ whole: true } as Partial<Known<State>>);
      source.selection.keepTicked(source);
      // What was told while pages were on their way, a first reading of the service that ended among it.
      schedule(bridge);
      const rest = await source.complete(bridge);
      if (mine !== turn) return;
      rest();
      await readService(bridge);
    } catch (thrown) {
      if (mine === turn) source.note({ failure: failureOf(thrown), loaded: true } as Partial<Known<State>>);
    }
  }

  /** Reads the service unless that was done just now. What it changes comes as an event. */
  async function readService(bridge: Bridge): Promise<void> {
    const { state } = source.known();
    const readAt = state?.readAt == null ? 0 : new Date(state.readAt).getTime();
    const isFresh = Date.now() - readAt < freshMs && state?.failure == null;
    if (state?.reading || isFresh) return;
    await source.refresh(bridge);
  }

  /** Reads the changes since the known revision. */
  async function readChanges(bridge: Bridge): Promise<void> {
    const { state, whole } = source.known();
    if (state === null || !whole) return;
    const mine = turn;
    const [changes, place] = await Promise.all([source.changes(bridge, state.revision), source.beside(bridge)]);
    if (mine !== turn) return;
    if (changes.whole) return readWhole(bridge);
    source.selection.tick([], changes.removed);
    source.put(changes.rows, changes.removed, { state: changes.state, failure: changes.state.failure });
    place();
  }

  const fail = (thrown: unknown) => source.note({ failure: failureOf(thrown) } as Partial<Known<State>>);

  /** Reads changes one at a time; those reported meanwhile are read by one more. */
  function schedule(bridge: Bridge): void {
    again = true;
    reading ??= (async () => {
      while (again) {
        again = false;
        await readChanges(bridge).catch(fail);
      }
      reading = null;
    })();
  }

  /** The changes that are being read, all of them. */
  async function settled(bridge: Bridge): Promise<void> {
    schedule(bridge);
    await reading;
  }

  /** Nothing of one company is ticked, asked or drawn under the name of another. */
  function belongTo(connection: string | null): void {
    const first = connectionOf === undefined;
    if (connectionOf === connection) return;
    connectionOf = connection;
    if (first) return;
    source.selection.tickOnly([]);
    source.forget();
    ask(null);
    source.clear();
  }

  /** Reads what is not known yet: everything, or what changed meanwhile. */
  function open(bridge: Bridge): void {
    const known = bridgeOf === bridge && source.known().whole;
    bridgeOf = bridge;
    const read = async () => {
      // The end of a reading that is told before anybody listens would never be heard.
      await bridge.listening();
      if (!known) return readWhole(bridge);
      await readChanges(bridge);
      await readService(bridge);
    };
    read().catch(fail);
  }

  /** The desktop side tells that something changed. */
  function hear(bridge: Bridge, told: object): void {
    const { state: known } = source.known();
    if (known !== null)
      source.note({ state: { ...told, revision: known.revision } } as unknown as Partial<Known<State>>);
    schedule(bridge);
  }

  function restart(bridge: Bridge): void {
    source.clear();
    void readWhole(bridge);
  }

  /** Reads again what could not be read. */
  function retry(bridge: Bridge): void {
    source.note({ failure: null } as Partial<Known<State>>);
    open(bridge);
  }

  /** The server is back: what failed while it was away is read without being asked for. */
  function back(bridge: Bridge): void {
    if (source.known().failure !== null) retry(bridge);
  }

  return { event: source.event, belongTo, open, hear, restart, settled, retry, back };
}

export type Feed = ReturnType<typeof createFeed>;

/** Use once, in the screen; `feed` is one object for as long as the window lives. */
export function useRecordFeed(feed: Feed): void {
  const bridge = useBridge();
  const connection = useConnection()?.name ?? null;
  // Before anything is shown.
  useLayoutEffect(() => feed.belongTo(connection), [feed, connection]);
  useBridgeEvent(feed.event, (told) => feed.hear(bridge, told));
  useBridgeEvent("connectionsChanged", () => feed.restart(bridge));
  useBridgeEvent("onlineChanged", ({ state }) => state === "online" && feed.back(bridge));
  // After its listeners: it waits for them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection has other records
  useEffect(() => feed.open(bridge), [feed, bridge, connection]);
}
