/** The plans that were left. Below the files: they come when their toasts go, and above they would move the row under the pointer. */

import { useFoot } from "../../../shared/parts";
import { type LeftPlan, useDesk } from "../store";
import { LeftPlanNote } from "./LeftPlanNote";
import css from "./page.module.css";

export function LeftPlanNotes() {
  const left = useDesk((state) => state.leftPlans);
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
