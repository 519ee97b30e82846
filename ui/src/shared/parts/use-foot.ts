/**
 * Makes room at the edges of the window: toasts beside the navigation and above a bar, a page that scrolls above
 * toasts.
 */

import { useEffect, useRef } from "react";

/** Gives the bar's ref; as long as it is there, `name` is its height. */
export function useFoot<T extends HTMLElement>(name: "--fd-foot" | "--fd-toasts" = "--fd-foot") {
  return useRoom<T>(name, "offsetHeight");
}

/** Gives the navigation's ref; as long as it is there, `--fd-nav` is its width. */
export function useSide<T extends HTMLElement>() {
  return useRoom<T>("--fd-nav", "offsetWidth");
}

function useRoom<T extends HTMLElement>(name: string, size: "offsetHeight" | "offsetWidth") {
  const part = useRef<T>(null);
  useEffect(() => {
    const { current } = part;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${current[size]}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name, size]);
  return part;
}
