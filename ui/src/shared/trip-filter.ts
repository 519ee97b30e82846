/** All haul trips: the filter that every other one begins from. */

import type { TripFilter } from "../ipc";

export const noFilter: TripFilter = {
  from: null,
  to: null,
  project: null,
  massType: null,
  machine: null,
  driver: null,
  loadLocation: null,
  dumpLocation: null,
  state: null,
  problem: null,
  text: null,
};
