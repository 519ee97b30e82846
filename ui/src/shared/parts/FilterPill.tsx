/** A saved view or filter with its count; pressed while it is in force. */

import type { ComponentPropsWithRef } from "react";
import { useFormats } from "../use-formats";
import { Icon, type IconName } from "./Icon";
import css from "./parts.module.css";

type Props = Omit<ComponentPropsWithRef<"button">, "onToggle"> & {
  label: string;
  count?: number | undefined;
  on: boolean;
  onToggle: () => void;
  /** After the label: what a click opens or releases. A long label is cut then. */
  icon?: IconName;
};

export function FilterPill({ label, count, on, onToggle, icon, ...rest }: Props) {
  const formats = useFormats();
  return (
    <button
      {...rest}
      aria-pressed={on}
      className={`${css.pill} ${on ? css.pillOn : ""}`}
      onClick={onToggle}
      type="button"
    >
      {icon === undefined ? label : <span className={css.cut}>{label}</span>}
      {count === undefined ? null : <b>{formats.number(count)}</b>}
      {icon === undefined ? null : <Icon name={icon} size={13} />}
    </button>
  );
}
