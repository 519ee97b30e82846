/** A line of *Find anything*. The field keeps the focus; the mouse only chooses. */

import { Icon, Keys, MiddleEllipsis } from "../../shared/parts";
import type { Entry } from "./entries";
import css from "./palette.module.css";

type Props = { entry: Entry; id: string; selected: boolean; onRun: () => void };

export function Line({ entry, id, selected, onRun }: Props) {
  const { icon, number, label, detail, keys } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field holds the focus and handles the keys
    <div
      aria-selected={selected}
      className={css.action}
      data-key={entry.key}
      id={id}
      onClick={onRun}
      onMouseDown={(event) => event.preventDefault()}
      role="option"
    >
      <span className={css.icon}>{icon ? <Icon name={icon} size={18} /> : null}</span>
      {number === undefined ? null : <b className={css.number}>{number}</b>}
      <span className={css.label}>
        <MiddleEllipsis text={label} />
      </span>
      {detail ? (
        <span className={`fd-small fd-ink3 ${css.detail}`} title={detail}>
          {detail}
        </span>
      ) : null}
      {keys ? <Keys>{keys}</Keys> : null}
    </div>
  );
}
