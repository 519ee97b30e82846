/** A menu that hangs from a point of the window: of a row, of a thing in a list. */

import { Menu } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import css from "./parts.module.css";

type Props = {
  at: { readonly x: number; readonly y: number } | null;
  /** The name of the thing that the menu is about; null closes the menu. */
  title: string | null;
  /** Gives the focus back to where it was; a panel that the act opened takes it after that. */
  onClose: () => void;
  children: ReactNode;
};

export function PointMenu({ at, title, onClose, children }: Props) {
  const entered = useRef<Props["at"]>(null);
  /** Gives the focus to the first item, as soon as it is there; once, as the library calls this at each drawing. */
  const enter = (menu: HTMLElement | null) => {
    if (menu === null || at === null || entered.current === at) return;
    entered.current = at;
    menu.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true });
  };
  return (
    <Menu
      // By Esc the library would give the focus to what had it when the menu was drawn: an item.
      closeOnEscape={false}
      onChange={(opened) => opened || onClose()}
      opened={at !== null && title !== null}
      position="bottom-start"
      returnFocus={false}
      // The library moves the focus into an open menu twice, the second time from where a key had gone meanwhile.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span aria-hidden="true" className={css.spot} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Menu.Target>
      <Menu.Dropdown
        ref={enter}
        className={css.pointMenu ?? ""}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            return onClose();
          }
          // The letters of the list are not meant here, and the menu keeps the focus.
          if ((event.key.length === 1 && event.key !== " ") || event.key === "Tab") event.preventDefault();
        }}
      >
        <Menu.Label>{title}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
