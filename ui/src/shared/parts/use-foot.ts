/** What stands at the bottom of the window makes room for each other: toasts above a bar, a page that scrolls above toasts. */

import { useEffect, useRef } from "react";

/** Gives the bar's ref; as long as it is there, `name` is its height. */
export function useFoot<T extends HTMLElement>(name: "--fd-foot" | "--fd-toasts" = "--fd-foot") {
  const bar = useRef<T>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name]);
  return bar;
}
