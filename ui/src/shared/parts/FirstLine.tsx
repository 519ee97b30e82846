/** Buttons on one line of a bar; those without room are not shown: a menu beside them has them all. */

import type { ReactNode } from "react";
import css from "./parts.module.css";
import { useFirstLine } from "./use-first-line";

export function FirstLine({ parts }: { parts: readonly { key: string; button: ReactNode }[] }) {
  const { line, fitting } = useFirstLine(parts.length);
  return (
    <div className={css.firstLine} ref={line}>
      {parts.map(({ key, button }, at) => (
        <span className={at < fitting ? undefined : css.noRoom} key={key}>
          {button}
        </span>
      ))}
    </div>
  );
}
