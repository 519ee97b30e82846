/**
 * The one table that says what an event makes of the queries: some carry the new value, others make queries stale.
 *
 * Events without an entry belong to the screen that shows them (a drag, a plan, a check) and touch no query.
 */

import type { QueryClient } from "@tanstack/react-query";
import type { ConnectionsChanged, InitialState } from "./bindings";
import type { Bridge, EventName, Payloads, Unsubscribe } from "./bridge";
import { keys, type QueryKey } from "./keys";

/** Effect of an event on the query cache. */
export type Effect = {
  /** Queries whose data has to be read again. */
  stale?: QueryKey[];
  /** A query whose new value came with the event. */
  value?: { key: QueryKey; data: unknown };
};

type Table = { [K in EventName]: ((payload: Payloads[K]) => Effect) | null };

export const eventTable: Table = {
  connectionsChanged: () => ({
    stale: [
      keys.projects,
      keys.readOnly,
      keys.knownWorkOrders,
      keys.allDocuments,
      keys.online,
      keys.transfers,
      keys.otherTransfers,
      keys.folders,
      keys.folderDetails,
      keys.releases,
      keys.overview,
      keys.trips,
    ],
  }),
  documentsChanged: ({ target }) => ({ stale: [keys.documents(target), keys.overview] }),
  transfersChanged: (transfers) => ({ value: { key: keys.transfers, data: transfers } }),
  otherTransfersChanged: (others) => ({ value: { key: keys.otherTransfers, data: others } }),
  // What is read of one folder follows its revision (`features/sync/queries.ts`): progress alone reads nothing again.
  foldersChanged: (folders) => ({ value: { key: keys.folders, data: folders } }),
  dataLossChanged: (losses) => ({ value: { key: keys.dataLosses, data: losses } }),
  updateChanged: (state) => ({ value: { key: keys.updateState, data: state } }),
  onlineChanged: (online) => ({ value: { key: keys.online, data: online } }),
  checkProgressed: null,
  planChanged: null,
  dragMoved: null,
  dragLeft: null,
  dragDropped: null,
  leaveRequested: null,
  navigate: null,
  // The fleet is read in pieces by what changed in it (`features/machines/fleet`), never as a whole.
  machinesChanged: () => ({ stale: [keys.overview] }),
  // Users, too (`shared/records/feed`).
  usersChanged: null,
  batchProgressed: null,
  // Sums and lists follow when a read has ended; while it goes on, only its progress is shown.
  tripsChanged: (state) => ({
    value: { key: keys.tripsState, data: state },
    ...(state.reading === null && { stale: [keys.tripData] }),
  }),
  releasesChanged: () => ({ stale: [keys.releases] }),
};

/** Applies the table for as long as the window lives. */
export function followEvents(bridge: Bridge, queries: QueryClient): Unsubscribe {
  const stops = (Object.keys(eventTable) as EventName[]).map((name) => follow(bridge, queries, name));
  return () => {
    for (const stop of stops) stop();
  };
}

function follow<K extends EventName>(bridge: Bridge, queries: QueryClient, name: K): Unsubscribe {
  const effectOf = eventTable[name] as ((payload: Payloads[K]) => Effect) | null;
  if (effectOf === null) return () => {};
  return bridge.on(name, (payload) => {
    const effect = effectOf(payload);
    if (name === "connectionsChanged") replaceConnections(queries, payload as ConnectionsChanged);
    if (effect.value) {
      // An answer that is still on its way is older, and would stay.
      queries.cancelQueries({ queryKey: effect.value.key, exact: true }).catch(() => {});
      queries.setQueryData(effect.value.key, effect.value.data);
    }
    for (const queryKey of effect.stale ?? []) {
      // Another company's content must not stay on the screen while the new one is read.
      if (name === "connectionsChanged") queries.resetQueries({ queryKey }).catch(() => {});
      else queries.invalidateQueries({ queryKey }).catch(() => {});
    }
  });
}

/** The list of connections is part of the state read at start; the event brings its new value. */
function replaceConnections(queries: QueryClient, { connections }: ConnectionsChanged): void {
  queries.setQueryData<InitialState>(keys.appState, (state) => (state ? { ...state, connections } : state));
}
