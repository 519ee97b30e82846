/** A bar at the foot of a page: what floats at the bottom (the notes with *Undo*) stands above it. */

import { useEffect, useRef } from "react";

/** Gives the bar's ref; as long as it is there, `--fd-foot` is its height. */
export function useFoot<T extends HTMLElement>() {
  const bar = useRef<T>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--fd-foot", `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--fd-foot");
    };
  }, []);
  return bar;
}
