/** The plans that were left. Below the files: they come when their toasts go, and above they would move the row under the pointer. */

import { useShortcut } from "../../../shared/keyboard";
import { useFoot } from "../../../shared/parts";
import { undoNewest } from "../../../shared/undo/store";
import { usePlanActs } from "../mutations";
import { type LeftPlan, useDesk } from "../store";
import { LeftPlanNote } from "./LeftPlanNote";
import css from "./page.module.css";

export function LeftPlanNotes() {
  const left = useDesk((state) => state.leftPlans);
  const { reopen } = usePlanActs();
  const newest = left.at(-1);
  // Ctrl Z does what the toast offered, as long as the line that took its place stands.
  useShortcut("undo", () => undoNewest() || (newest && void reopen(newest)), newest !== undefined);
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
