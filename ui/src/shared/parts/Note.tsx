/** A line that stays where the problem is: cause, consequence, button. */

import type { ReactNode } from "react";
import { Icon } from "./Icon";
import css from "./parts.module.css";
import { StateIcon } from "./StateIcon";

type Kind = "needs" | "failed" | "info" | "plain";

const looks = { needs: css.noteNeeds, failed: css.noteFailed, info: css.noteInfo, plain: css.notePlain };

export function Note({ kind, actions, children }: { kind: Kind; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={`${css.note} ${looks[kind]}`} role={kind === "failed" ? "alert" : undefined}>
      <span className={css.noteIcon}>
        {kind === "needs" ? <StateIcon size={18} state="needsDecision" /> : null}
        {kind === "failed" ? <StateIcon size={18} state="failed" /> : null}
        {kind === "info" || kind === "plain" ? <Icon name="info" size={18} /> : null}
      </span>
      <div className={css.noteText}>{children}</div>
      {actions === undefined ? null : <div className={css.noteActions}>{actions}</div>}
    </div>
  );
}
