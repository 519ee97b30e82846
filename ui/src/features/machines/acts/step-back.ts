/** What Esc does outside of an edit, one step at a time: the question, the panel, the rectangle, the selection. */

import { openPanel, setView, useView } from "../fleet/view";
import { isSingle } from "../model/range";
import { ask, useQuestion } from "./ask";

/** Answers whether there was a step to take. */
export function stepBack(): boolean {
  const { panel, range, selected } = useView.getState();
  if (useQuestion.getState().question !== null) ask(null);
  else if (panel !== null) openPanel(null);
  else if (range !== null && !isSingle(range)) setView({ range: { anchor: range.anchor, focus: range.anchor } });
  else if (selected.size > 0) setView({ selected: new Set() });
  else return false;
  return true;
}
