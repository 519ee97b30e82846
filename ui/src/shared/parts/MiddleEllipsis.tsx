/** A name on one line, shortened in the middle when there is no room. */

import { splitForMiddle } from "./middle";
import css from "./parts.module.css";

export function MiddleEllipsis({ text }: { text: string }) {
  const { start, end } = splitForMiddle(text);
  if (end === "") {
    return (
      <span className={css.cut} title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className={css.middle} title={text}>
      <span className="fd-heard">{text}</span>
      <span aria-hidden="true" className={css.middleStart}>
        {start}
      </span>
      <span aria-hidden="true" className={css.middleEnd}>
        {end}
      </span>
    </span>
  );
}
