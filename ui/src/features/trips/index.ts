/** What the shell shows of haul trips. Charts, the grid and the map load with it, and with nothing else. */

export { TripsScreen } from "./Screen";
