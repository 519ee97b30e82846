/** Single keys of a case: they act only while the focus is in the queue or in the case beside it, and never while somebody types. */

import { useEffect, useRef } from "react";

/** `act` answers whether the key was one of its own. */
export function useCaseKeys(act: (key: string) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest("[data-cases]") === null) return;
      if (target.closest("input:not([type=checkbox], [type=radio]), textarea, [role=menu]") !== null) return;
      if (latest.current(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
