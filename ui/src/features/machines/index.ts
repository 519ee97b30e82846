/** What the shell shows of machines. AG Grid loads with it, and with nothing else. */

export { FuelScreen } from "./fuel/FuelScreen";
export { ImportScreen } from "./importing/ImportScreen";
export { MachinesScreen } from "./Screen";
