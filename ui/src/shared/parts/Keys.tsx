/** A key as it stands on the keyboard. */

import css from "./parts.module.css";

export function Keys({ children }: { children: string }) {
  return <kbd className={css.keys}>{children}</kbd>;
}
