/** Selection of users. */

import { createSelection, useChosenOf } from "../../../shared/records/selection";
import type { Rows } from "./use-rows";

export const userSelection = createSelection();

export const { tickOnly, chosenIn } = userSelection;

export const useChosen = (rows: Rows) => useChosenOf(userSelection, rows);
