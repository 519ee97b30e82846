/** Selection of machines. */

import { createSelection, useChosenOf } from "../../../shared/records/selection";
import type { Rows } from "./use-rows";

export const machineSelection = createSelection();

export const { useTicked, tick, tickOnly, chosenIn } = machineSelection;

export const useChosen = (rows: Rows) => useChosenOf(machineSelection, rows);
