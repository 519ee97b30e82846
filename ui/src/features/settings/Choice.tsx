/** A setting of one line: its name and the control that it names. */

import { type ReactNode, useId } from "react";
import css from "./settings.module.css";

export function Choice({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={css.choice}>
      <span className={css.choiceLabel} id={id}>
        {label}
      </span>
      {children(id)}
    </div>
  );
}
