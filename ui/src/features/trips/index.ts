/** Parts of haul trips that the shell shows. Charts, the grid and the map load with it, and with nothing else. */

export { TripsScreen } from "./Screen";

import { noFilter } from "../../shared/trip-filter";
import { setTripsView } from "./model/store";

/** Shows the trips of some days, the last included, without what else they are filtered by. */
export function showPeriod(from: string, to: string): void {
  setTripsView({ filter: { ...noFilter, from, to }, panel: null });
}
