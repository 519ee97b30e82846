/** What Esc does, one step at a time: the question, the panel, the selection. */

import { ask, useQuestion } from "../../../shared/records/ask";
import { tickOnly, userSelection } from "../users/selection";
import { openPanel, useView } from "../users/view";

/** Answers whether there was a step to take. */
export function stepBack(): boolean {
  if (useQuestion.getState().question !== null) ask(null);
  else if (useView.getState().panel !== null) openPanel(null);
  else if (userSelection.useTicked.getState().ids.size > 0) tickOnly([]);
  else return false;
  return true;
}
