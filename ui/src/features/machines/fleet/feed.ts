/** Reads the fleet and keeps it true while the screen is shown; what changed while it was not is read at the next look. */

import { useEffect, useLayoutEffect } from "react";
import { type Bridge, failureOf, useBridge, useBridgeEvent } from "../../../ipc";
import { useConnection } from "../../../shared/app-state";
import { ask } from "../actions/ask";
import { warmSearch } from "../model/search";
import { keepTicked, tick, tickOnly } from "./selection";
import { clearFleet, putRows, replacePending, useFleet } from "./store";
import { forgetMachines } from "./view";

/** The first page fills the screen and more; the others are fewer calls. */
const firstPage = 2_000;
const nextPages = 5_000;

/** Which reading is the newest: an older one that answers late is not taken. */
let turn = 0;
let bridgeOf: Bridge | null = null;
let connectionOf: string | null = null;

async function readWhole(bridge: Bridge): Promise<void> {
  turn += 1;
  const mine = turn;
  try {
    const first = await bridge.listMachines(0, firstPage);
    if (mine !== turn) return;
    clearFleet();
    // Types name what the rows show; they come from memory, too.
    const [types, pending] = await Promise.all([bridge.machineTypes(), bridge.pendingEdits()]);
    if (mine !== turn) return;
    putRows(first.rows, [], { columns: first.columns, state: first.state, types, loaded: true });
    replacePending(pending);
    let from = first.rows.length;
    while (from < first.state.total) {
      const page = await bridge.listMachines(from, nextPages);
      if (mine !== turn || page.rows.length === 0) break;
      putRows(page.rows, [], {});
      from += page.rows.length;
    }
    if (mine !== turn) return;
    useFleet.setState({ whole: true });
    keepTicked(useFleet.getState().machines);
    const names = new Map(types.map(({ typeId, name }) => [typeId, name ?? typeId]));
    warmSearch(useFleet.getState().machines.values(), (typeId) => names.get(typeId) ?? typeId);
    const people = await bridge.machinePeople();
    if (mine !== turn) return;
    useFleet.setState({ people });
    await readService(bridge);
  } catch (thrown) {
    if (mine === turn) useFleet.setState({ failure: failureOf(thrown), loaded: true });
  }
}

/** What is older than this is read from the service when the screen is opened; the list from memory stands there meanwhile. */
const freshMs = 60_000;

/** Reads the service unless that was done just now. What it changes comes as an event. */
async function readService(bridge: Bridge): Promise<void> {
  const { state } = useFleet.getState();
  const readAt = state?.readAt == null ? 0 : new Date(state.readAt).getTime();
  if (state?.reading || Date.now() - readAt < freshMs) return;
  await bridge.refreshMachines();
}

/** What changed since the revision that is known. */
export async function readChanges(bridge: Bridge): Promise<void> {
  const { state, whole } = useFleet.getState();
  if (state === null || !whole) return;
  const mine = turn;
  const [changes, pending] = await Promise.all([bridge.machineChanges(state.revision), bridge.pendingEdits()]);
  if (mine !== turn) return;
  if (changes.whole) return readWhole(bridge);
  // Another connection can have other types and people: a list that was empty is asked for again.
  const types = useFleet.getState().types.length > 0 ? {} : { types: await bridge.machineTypes() };
  const people = useFleet.getState().people.length > 0 ? {} : { people: await bridge.machinePeople() };
  tick([], changes.removed);
  putRows(changes.rows, changes.removed, { state: changes.state, failure: changes.state.failure, ...types, ...people });
  replacePending(pending);
}

/** Use once, in the screen. */
export function useFeed(): void {
  const bridge = useBridge();
  const connection = useConnection()?.name ?? null;
  // Before anything is shown: nothing of one company is ticked, asked or drawn under the name of another.
  useLayoutEffect(() => {
    if (connectionOf === connection) return;
    connectionOf = connection;
    tickOnly([]);
    forgetMachines();
    ask(null);
    clearFleet();
  }, [connection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection has other machines
  useEffect(() => {
    const known = bridgeOf === bridge && useFleet.getState().whole;
    bridgeOf = bridge;
    const fail = (thrown: unknown) => useFleet.setState({ failure: failureOf(thrown) });
    if (known)
      readChanges(bridge)
        .then(() => readService(bridge))
        .catch(fail);
    else void readWhole(bridge);
  }, [bridge, connection]);
  useBridgeEvent("machinesChanged", (state) => {
    const known = useFleet.getState().state;
    useFleet.setState({ state: known === null ? null : { ...state, revision: known.revision } });
    schedule(bridge);
  });
  useBridgeEvent("connectionsChanged", () => {
    clearFleet();
    void readWhole(bridge);
  });
}

let reading: Promise<void> | null = null;
let again = false;

/** One reading of changes at a time; what is told meanwhile is read by one more. */
function schedule(bridge: Bridge): void {
  again = true;
  reading ??= (async () => {
    while (again) {
      again = false;
      await readChanges(bridge).catch((thrown) => useFleet.setState({ failure: failureOf(thrown) }));
    }
    reading = null;
  })();
}

/** The changes that are being read, all of them. */
export async function settled(bridge: Bridge): Promise<void> {
  schedule(bridge);
  await reading;
}
