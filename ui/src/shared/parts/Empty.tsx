/** Message of an empty list: one sentence, one button. */

import type { ReactNode } from "react";
import css from "./parts.module.css";

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p className="fd-title">{title}</p>
      {children === undefined ? null : <p className="fd-ink2">{children}</p>}
      {action}
    </div>
  );
}
