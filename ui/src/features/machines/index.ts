/** Parts of machines that the shell shows. AG Grid loads with it, and with nothing else. */

export { FuelScreen, ImportScreen, MachinesScreen } from "./screens";

import { setView } from "./fleet/view";
import type { ViewName } from "./model/filters";

/** Opens the machine beside the grid, which stands on its row. */
export function showMachine(id: string): void {
  setView({ panel: { kind: "detail", id }, reveal: id });
}

/** Shows the grid by one of its own views, without what else it is filtered by. */
export function viewMachines(view: ViewName): void {
  setView({ search: "", view, filters: [], ownView: null, range: null, panel: null });
}

/** Searches the grid for a text, without what else it is filtered by. */
export function searchMachines(search: string): void {
  setView({ search, view: "all", filters: [], ownView: null, range: null, panel: null });
}
