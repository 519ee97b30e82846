/** Follows the reader's place in a page of the guide: reached by a link, or by scrolling. */

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Page } from "./book";

/** A heading this far below the top of the text is the one being read, pixels. */
const READ_ABOVE = 80;

export interface Reading {
  /** The heading being read; `null` above the first. */
  heading: string | null;
  onScroll: () => void;
  /** Shows a heading and moves the keyboard there; without one, the title. */
  show: (id: string) => void;
}

/** `id`: the heading that was asked for, empty for none. */
export function useReading(text: RefObject<HTMLElement | null>, page: Page, id: string): Reading {
  const [heading, setHeading] = useState<string | null>(null);
  const landed = useRef(-1);
  const show = useCallback(
    (asked: string) => {
      const box = text.current;
      const found = page.headings.find((each) => each.id === asked) ?? null;
      const target = box?.querySelector<HTMLElement>(found === null ? "h1" : `[id="${found.id}"]`);
      if (!box || !target) return;
      if (found === null) box.scrollTop = 0;
      else target.scrollIntoView();
      target.focus({ preventScroll: true });
      landed.current = box.scrollTop;
      setHeading(found?.id ?? null);
    },
    [text, page],
  );
  useEffect(() => show(id), [show, id]);
  const onScroll = () => {
    const box = text.current;
    // What a link led to is current, also where it cannot stand on top.
    if (box === null || box.scrollTop === landed.current) return;
    // The last headings cannot stand on top either: towards the end, what is read moves down.
    const left = box.scrollHeight - box.clientHeight - box.scrollTop;
    const line = box.getBoundingClientRect().top + Math.max(READ_ABOVE, box.clientHeight - left);
    const above = [...box.querySelectorAll("h2")].filter((each) => each.getBoundingClientRect().top <= line);
    setHeading(above.at(-1)?.id ?? null);
  };
  return { heading, onScroll, show };
}
