/** The bar at the bottom while something is not saved: what it is at the left, what can be done about it at the right. */

import type { ReactNode } from "react";
import { useFoot } from "../../parts";
import css from "../screen.module.css";

type Props = { label: string; said: ReactNode; children: ReactNode };

export function UnsavedBar({ label, said, children }: Props) {
  const bar = useFoot<HTMLElement>();
  return (
    <section aria-label={label} className={css.foot} ref={bar}>
      <div className={css.said}>
        <span aria-hidden="true" className={css.dot} />
        {said}
      </div>
      <div className={css.buttons}>{children}</div>
    </section>
  );
}
