/** The right-hand panel for details: 372 wide, its own scroll, a pinned foot. Esc closes it. */

import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { asksToClose } from "../escape";
import { Icon } from "./Icon";
import css from "./parts.module.css";

type Props = {
  title: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  /** Nothing in it need take the focus: the body takes it, so that keys can scroll. */
  readOnly?: boolean;
  children: ReactNode;
};

export function SidePanel({ title, foot, onClose, readOnly = false, children }: Props) {
  const { t } = useTranslation("common");
  const id = useId();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (!asksToClose(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <aside aria-labelledby={id} className={css.panel} onKeyDown={closeOnEscape} tabIndex={-1}>
      <header className={css.panelHead}>
        <h2 className="fd-title" id={id}>
          {title}
        </h2>
        <ActionIcon aria-label={t("close")} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={css.panelBody} {...(readOnly ? { "aria-labelledby": id, role: "group", tabIndex: 0 } : {})}>
        {children}
      </div>
      {foot === undefined ? null : <footer className={css.panelFoot}>{foot}</footer>}
    </aside>
  );
}
