/** Reads the fleet and keeps it true while its screens are shown. */

import type { FleetState, MachineRow } from "../../../ipc";
import { createFeed, useRecordFeed } from "../../../shared/records/feed";
import { warmSearch } from "../model/search";
import { machineSelection } from "./selection";
import { clearFleet, putRows, replacePending, useFleet } from "./store";
import { forgetMachines } from "./view";

const feed = createFeed<MachineRow, FleetState>({
  event: "machinesChanged",
  list: (bridge, from, limit) => bridge.listMachines(from, limit),
  changes: (bridge, since) => bridge.machineChanges(since),
  refresh: (bridge) => bridge.refreshMachines(),
  beside: async (bridge) => {
    const { types, people, whole } = useFleet.getState();
    // Another connection can have other types and people: a list that was empty is asked for again.
    const [pending, newTypes, newPeople] = await Promise.all([
      bridge.pendingEdits(),
      types.length > 0 ? null : bridge.machineTypes(),
      people.length > 0 || !whole ? null : bridge.machinePeople(),
    ]);
    return () => {
      if (newTypes !== null) useFleet.setState({ types: newTypes });
      if (newPeople !== null) useFleet.setState({ people: newPeople });
      replacePending(pending);
    };
  },
  complete: async (bridge) => {
    const { machines, types } = useFleet.getState();
    const names = new Map(types.map(({ typeId, name }) => [typeId, name ?? typeId]));
    warmSearch(machines.values(), (typeId) => names.get(typeId) ?? typeId);
    const people = await bridge.machinePeople();
    return () => useFleet.setState({ people });
  },
  known: useFleet.getState,
  note: useFleet.setState,
  put: putRows,
  has: (id) => useFleet.getState().machines.has(id),
  clear: clearFleet,
  forget: forgetMachines,
  selection: machineSelection,
});

export const { settled, retry } = feed;

export const useFeed = () => useRecordFeed(feed);
