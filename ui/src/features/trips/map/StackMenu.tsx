/** The places that lie on each other where the map was clicked: one of them is chosen from a list. */

import { Menu } from "@mantine/core";
import type { TripFilter } from "../../../ipc";
import css from "./map.module.css";

export type Stack = {
  /** Of the map's frame. */
  readonly pixel: readonly number[];
  readonly items: readonly { label: string; choice: Partial<TripFilter> }[];
};

type Props = { stack: Stack; onChoose: (choice: Partial<TripFilter>) => void; onClose: () => void };

export function StackMenu({ stack: { pixel, items }, onChoose, onClose }: Props) {
  return (
    <Menu onClose={onClose} opened position="bottom-start">
      <Menu.Target>
        <button
          aria-label={items.map(({ label }) => label).join(", ")}
          className={css.stack}
          style={{ left: pixel[0], top: pixel[1] }}
          tabIndex={-1}
          type="button"
        />
      </Menu.Target>
      <Menu.Dropdown className={css.stackList}>
        {items.map(({ label, choice }) => (
          <Menu.Item key={JSON.stringify(choice)} onClick={() => onChoose(choice)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
