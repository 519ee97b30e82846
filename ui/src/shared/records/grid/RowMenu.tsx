/** The menu of a row or of a selection: right click, or Shift F10. What stands in it is its screen's. */

import { Menu } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import css from "./grid.module.css";
import { useRowMenu } from "./row-menu";

type Props = {
  /** What the menu is about; nothing closes it. */
  title: string | null;
  /** Gives the focus back to the cell; a panel that the act opened takes it after that. */
  toGrid: () => void;
  children: ReactNode;
};

export function RowMenu({ title, toGrid, children }: Props) {
  const at = useRowMenu((store) => store.at);
  useLit(at?.ids);
  useEffect(() => () => useRowMenu.setState({ at: null }), []);
  const close = () => {
    useRowMenu.setState({ at: null });
    toGrid();
  };
  return (
    <Menu
      onChange={(opened) => opened || close()}
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
        className={css.menu ?? ""}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // The letters of the grid are not meant here, and the menu keeps the focus.
          if ((event.key.length === 1 && event.key !== " ") || event.key === "Tab") event.preventDefault();
        }}
      >
        <Menu.Label>{title}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Gives the focus to the first item, as soon as it is there. */
function enter(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true });
}

/** The rows that the menu is about, marked while it is open. */
function useLit(ids: readonly string[] | undefined): void {
  useEffect(() => {
    const rows = (ids ?? []).flatMap((id) => [
      ...document.querySelectorAll(`[data-pane="grid"] [row-id="${CSS.escape(id)}"]`),
    ]);
    for (const row of rows) row.classList.add("fd-menu-row");
    return () => {
      for (const row of rows) row.classList.remove("fd-menu-row");
    };
  }, [ids]);
}
