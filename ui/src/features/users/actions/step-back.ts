/** Handles Esc, one step at a time: the question, the panel, the rectangle, the selection. */

import { ask, useQuestion } from "../../../shared/records/ask";
import { isSingle } from "../../../shared/records/grid/range";
import { tickOnly, userSelection } from "../users/selection";
import { openPanel, setView, useView } from "../users/view";

/** Answers whether there was a step to take. */
export function stepBack(): boolean {
  const { panel, range } = useView.getState();
  if (useQuestion.getState().question !== null) ask(null);
  else if (panel !== null) openPanel(null);
  else if (range !== null && !isSingle(range)) setView({ range: { anchor: range.anchor, focus: range.anchor } });
  else if (userSelection.useTicked.getState().ids.size > 0) tickOnly([]);
  else return false;
  return true;
}
