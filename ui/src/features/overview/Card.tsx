/** A part of the overview: title, figure, a few lines, and the list it opens. */

import { type ReactNode, useId } from "react";
import css from "./overview.module.css";

type Props = {
  title: string;
  /** Said before the figure is known: nothing. */
  figure?: string | undefined;
  /** What the figure counts, in words. */
  about?: string | undefined;
  /** The list that it opens. */
  open: { label: string; run: () => void };
  children?: ReactNode;
};

export function Card({ title, figure, about, open, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.card}>
      <h2 className={css.cardTitle} id={id}>
        {title}
      </h2>
      {figure === undefined ? null : (
        <p className={css.figures}>
          <span className={css.figure}>{figure}</span> <span className="fd-small fd-ink2">{about}</span>
        </p>
      )}
      {children}
      <button className={css.open} onClick={open.run} type="button">
        {open.label}
      </button>
    </section>
  );
}

/** A line of a card that opens what it names. */
export function CardLine({
  title,
  detail,
  onOpen,
}: {
  title: string;
  detail?: string | undefined;
  onOpen: () => void;
}) {
  return (
    <li>
      <button className={css.line} onClick={onOpen} type="button">
        <span className={css.lineTitle}>{title}</span>
        {detail === undefined ? null : <span className={css.lineDetail}>{detail}</span>}
      </button>
    </li>
  );
}
