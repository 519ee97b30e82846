/** A state as a line of a table: icon, and its word or a fitting sentence in its place. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StateIcon } from "./StateIcon";
import css from "./state.module.css";
import type { StateName } from "./states";

export function StateText({ state, children }: { state: StateName; children?: ReactNode }) {
  const { t } = useTranslation("status");
  return (
    <span className={`${css.text} ${css[state]}`}>
      <StateIcon state={state} />
      <span>{children ?? t(state)}</span>
    </span>
  );
}
