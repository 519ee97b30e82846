/** A line that stays where the problem is: cause, consequence, button. */

import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import css from "./parts.module.css";
import { StateIcon } from "./StateIcon";

type Kind = "needs" | "failed" | "info" | "plain";

const looks = { needs: css.noteNeeds, failed: css.noteFailed, info: css.noteInfo, plain: css.notePlain };

type Props = {
  kind: Kind;
  actions?: ReactNode;
  /** Runs when the note is closed; a button is shown for it. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
};

export function Note({ kind, actions, onClose, children }: Props) {
  const { t } = useTranslation("common");
  const hasActions = actions !== undefined || onClose !== undefined;
  return (
    <div className={`${css.note} ${looks[kind]}`} role={kind === "failed" ? "alert" : undefined}>
      <span className={css.noteIcon}>
        {kind === "needs" ? <StateIcon size={18} state="needsDecision" /> : null}
        {kind === "failed" ? <StateIcon size={18} state="failed" /> : null}
        {kind === "info" || kind === "plain" ? <Icon name="info" size={18} /> : null}
      </span>
      <div className={css.noteText}>{children}</div>
      {hasActions ? (
        <div className={css.noteActions}>
          {actions}
          {onClose === undefined ? null : (
            <ActionIcon aria-label={t("close")} onClick={onClose} size="1.5rem">
              <Icon name="close" size={14} />
            </ActionIcon>
          )}
        </div>
      ) : null}
    </div>
  );
}
