/** A saved view or filter with its count; pressed while it is in force. */

import css from "./parts.module.css";

type Props = { label: string; count?: number | undefined; on: boolean; onToggle: () => void };

export function FilterPill({ label, count, on, onToggle }: Props) {
  return (
    <button aria-pressed={on} className={`${css.pill} ${on ? css.pillOn : ""}`} onClick={onToggle} type="button">
      {label}
      {count === undefined ? null : <b>{count}</b>}
    </button>
  );
}
