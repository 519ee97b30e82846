/** The menu of a thing in a list: by right click, or by Shift F10. It offers the acts of the thing with their keys. */

import { Menu } from "@mantine/core";
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import { Keys } from "./Keys";
import { PointMenu } from "./PointMenu";

export type MenuAct = {
  label: string;
  /** The keys that do the same. */
  keys?: string | undefined;
  run: () => void;
  /** Stands below a line, as what takes something away does. */
  apart?: boolean;
};

/** The title of a menu and its acts; `more` are the items of a menu that the thing has elsewhere, too. */
export type Acts = { title: string; acts: readonly MenuAct[]; more?: ReactNode };

/** True where a key opens a menu. */
export const isMenuKey = ({ key, shiftKey }: Pick<globalThis.KeyboardEvent, "key" | "shiftKey">) =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** `back` gives the focus back to the list. */
export function useActsMenu(back: () => void): {
  menu: ReactNode;
  /** Opens it at the pointer, or below what a key was pressed on: `row`, else what has the focus. */
  open: (of: Acts, event: MouseEvent | KeyboardEvent, row?: Element | null) => void;
} {
  const [shown, setShown] = useState<(Acts & { x: number; y: number }) | null>(null);
  const close = () => {
    setShown(null);
    back();
  };
  return {
    menu: (
      <PointMenu at={shown} onClose={close} title={shown?.title ?? null}>
        {shown?.acts.map(({ label, keys, run, apart }) => (
          <Fragment key={label}>
            {apart ? <Menu.Divider /> : null}
            <Menu.Item onClick={run} rightSection={keys === undefined ? undefined : <Keys>{keys}</Keys>}>
              {label}
            </Menu.Item>
          </Fragment>
        ))}
        {shown?.more}
      </PointMenu>
    ),
    open: (of, event, row) => {
      event.preventDefault();
      event.stopPropagation();
      if (of.acts.length === 0) return;
      if ("clientX" in event) return setShown({ ...of, x: event.clientX, y: event.clientY });
      const { left, bottom } = (row ?? event.currentTarget).getBoundingClientRect();
      setShown({ ...of, x: left + 12, y: bottom });
    },
  };
}
