/** The plans that were left. Below the files: they come when their toasts go, and above they would move the row under the pointer. */

import { useShortcut } from "../../../shared/keyboard";
import { useFoot } from "../../../shared/parts";
import { lastOffer, undoNewest } from "../../../shared/undo/store";
import { useTellNothing } from "../../../shared/undo/use-tell-nothing";
import { usePlanActs } from "../mutations";
import { type LeftPlan, useDesk } from "../store";
import { LeftPlanNote } from "./LeftPlanNote";
import css from "./page.module.css";

export function LeftPlanNotes() {
  const left = useDesk((state) => state.leftPlans);
  const { reopen } = usePlanActs();
  const newest = left.at(-1);
  const tellNothing = useTellNothing();
  const undo = () => {
    if (undoNewest()) return;
    // Ctrl Z does what the toast offered, as long as its line stands and nothing was done since.
    if (newest !== undefined && newest.toast === lastOffer()) void reopen(newest);
    else tellNothing();
  };
  useShortcut("undo", undo, newest !== undefined);
  return left.length === 0 ? null : <Lines left={left} />;
}

function Lines({ left }: { left: readonly LeftPlan[] }) {
  // Toasts stand above them.
  const foot = useFoot<HTMLDivElement>();
  return (
    <div className={css.notesBelow} ref={foot}>
      {left.map((each) => (
        <LeftPlanNote key={each.planId} left={each} />
      ))}
    </div>
  );
}
