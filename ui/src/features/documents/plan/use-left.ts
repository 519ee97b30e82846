/** Tells when a list is left: neither the pointer nor the focus is in it, or in what it opened over the page. */

import { type RefObject, useEffect, useRef } from "react";

/** `onLeft` is told again while it stays so. */
export function useLeft(list: RefObject<HTMLElement | null>, onLeft: () => void): void {
  const newest = useRef(onLeft);
  newest.current = onLeft;
  useEffect(() => {
    let isOver = false;
    const isIn = (target: EventTarget | null) =>
      target instanceof Element && (list.current?.contains(target) || target.closest("[data-portal]") !== null);
    // No leaving is told of what was taken away under the pointer: what is entered next says it.
    const look = ({ type, target }: Event) => {
      if (type === "pointerover") isOver = isIn(target) ?? false;
      if (!isOver && !isIn(document.activeElement)) newest.current();
    };
    document.addEventListener("pointerover", look);
    document.addEventListener("focusin", look);
    return () => {
      document.removeEventListener("pointerover", look);
      document.removeEventListener("focusin", look);
    };
  }, [list]);
}
