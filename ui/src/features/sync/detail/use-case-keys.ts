/** Single keys of a case: they act while the focus is in the queue, in the case beside it or nowhere, and never while somebody types. */

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
      if (!(target instanceof Element) || document.querySelector("[role=dialog]") !== null) return;
      // A click on nothing leaves the focus with what lies around the cases.
      if ((target.closest("[data-cases]") ?? target.querySelector("[data-cases]")) === null) return;
      if (target.closest("input:not([type=checkbox], [type=radio]), textarea, [role=menu]") !== null) return;
      if (latest.current(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
