/** A screen in the navigation: icon, name, and a counter only when a person must act. */

import { Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ShortcutName, shortcutLabel } from "../shared/keyboard";
import { Icon, type IconName } from "../shared/parts";
import css from "./shell.module.css";

type EntryProps = {
  to: "/documents" | "/folders" | "/machines" | "/trips" | "/history" | "/settings";
  icon: IconName;
  label: string;
  keys: ShortcutName;
  narrow: boolean;
  /** Only when a person must act. */
  count?: { number: number; words: string } | undefined;
};

export function Entry({ to, icon, label, keys, narrow, count }: EntryProps) {
  return (
    <Tooltip label={`${label} (${shortcutLabel(keys)})`} position="right">
      <Link
        activeProps={{ className: css.entryOn ?? "" }}
        aria-label={count === undefined ? label : `${label}. ${count.words}`}
        className={css.entry}
        draggable={false}
        to={to}
      >
        <Icon name={icon} size={19} />
        {narrow ? null : <span>{label}</span>}
        {count === undefined ? null : <span className={css.counter}>{count.number}</span>}
      </Link>
    </Tooltip>
  );
}
