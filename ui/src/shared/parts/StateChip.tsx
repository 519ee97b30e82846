/** A state as a chip, for a whole folder or section: *Action needed · 4*. */

import { useTranslation } from "react-i18next";
import { useFormats } from "../use-formats";
import { StateIcon } from "./StateIcon";
import css from "./state.module.css";
import type { StateName } from "./states";

export function StateChip({ state, count }: { state: StateName; count?: number }) {
  const { t } = useTranslation("status");
  const formats = useFormats();
  return (
    <span className={`fd-chip ${css.chip} ${css[state]}`}>
      <StateIcon size={15} state={state} />
      <span>{count === undefined ? t(state) : `${t(state)} · ${formats.number(count)}`}</span>
    </span>
  );
}
