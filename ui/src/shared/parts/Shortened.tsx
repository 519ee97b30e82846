/**
 * A text on one line, shortened by a given rule when there is no room.
 *
 * The whole text stays where it is, unseen: it gives the box its width, is what is read aloud, and is shown on hover.
 */

import { useLayoutEffect, useRef, useState } from "react";
import css from "./parts.module.css";

/** The text as it is where it fits, else in the longest form that does. */
export type Rule = (text: string, fits: (part: string) => boolean) => string;

/** `rule` is the same at each render. */
export function Shortened({ text, rule }: { text: string; rule: Rule }) {
  const box = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(text);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const shorten = () => setShown(shortened(text, element, rule));
    shorten();
    return watchWidth(element, shorten);
  }, [text, rule]);
  const cut = shown !== text;
  return (
    <span ref={box} className={css.middle} title={text}>
      <span className={cut ? css.unseen : undefined}>{text}</span>
      {cut ? (
        <span aria-hidden="true" className={css.shortened}>
          {shown}
        </span>
      ) : null}
    </span>
  );
}

let pen: CanvasRenderingContext2D | null | undefined;

function shortened(text: string, box: HTMLElement, rule: Rule): string {
  // Nothing is hidden, or nothing is drawn at all.
  if (box.scrollWidth <= box.clientWidth) return text;
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text;
  // The shorthand is empty where figures are tabular, which a canvas knows nothing of: it is scaled to what is drawn.
  const { fontFamily, fontSize, fontWeight } = getComputedStyle(box);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const measure = pen;
  const scale = Math.max(1, box.scrollWidth / measure.measureText(text).width);
  const room = (box.clientWidth - 1) / scale;
  return rule(text, (part) => part !== text && measure.measureText(part).width <= room);
}

const watched = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;

/** Calls back whenever the element's width changes, until the answer is called. */
function watchWidth(element: Element, changed: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) watched.get(target)?.();
  });
  watched.set(element, changed);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}
