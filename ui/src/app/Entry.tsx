/** A screen in the navigation: icon, name, and a counter only when a person must act. */

import { Tooltip } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { runShortcut, shortcutLabel } from "../shared/keyboard";
import { Icon } from "../shared/parts";
import type { Screen } from "./screens";
import css from "./shell.module.css";

/** Number of actions needed, with its words. */
export type Count = { number: number; words: string };

type EntryProps = {
  screen: Screen;
  narrow: boolean;
  /** Only when a person must act. */
  count?: Count | undefined;
};

export function Entry({ screen: { name, to, icon }, narrow, count }: EntryProps) {
  const { t } = useTranslation("shell");
  const label = t(name);
  // Its screen was opened: the tooltip would stand over it as long as the pointer rests here.
  const [isUsed, setUsed] = useState(false);
  const isShown = useLocation({ select: ({ pathname }) => pathname === to });
  return (
    <Tooltip disabled={isUsed} label={`${label} (${shortcutLabel(name)})`} position="right">
      <Link
        activeProps={{ className: css.entryOn ?? "" }}
        aria-label={count === undefined ? label : `${label}. ${count.words}`}
        className={css.entry}
        draggable={false}
        onBlur={() => setUsed(false)}
        onClick={() => {
          setUsed(true);
          // There is nowhere to go: the screen takes the keyboard, as by its keys.
          if (isShown) runShortcut(name);
        }}
        onMouseLeave={() => setUsed(false)}
        to={to}
      >
        <Icon name={icon} size={19} />
        {narrow ? null : <span>{label}</span>}
        {count === undefined ? null : <span className={css.counter}>{count.number}</span>}
      </Link>
    </Tooltip>
  );
}
