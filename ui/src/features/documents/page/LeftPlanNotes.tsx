/** The plans that were left. Below the files: they come when their toasts go, and above they would move the row under the pointer. */

import { useDesk } from "../store";
import { LeftPlanNote } from "./LeftPlanNote";
import css from "./page.module.css";

export function LeftPlanNotes() {
  const left = useDesk((state) => state.leftPlans);
  if (left.length === 0) return null;
  return (
    <div className={css.notesBelow}>
      {left.map((each) => (
        <LeftPlanNote key={each.planId} left={each} />
      ))}
    </div>
  );
}
