/** A digit typed anywhere but in a field begins the rate, so that the next gap needs no mouse. */

import { useEffect, useRef } from "react";

/** What takes digits itself: fields, the grid, menus and dialogs above. */
const takers =
  "input:not([type=checkbox],[type=radio],[readonly]),textarea,[role=grid]:not([data-digits]),[role=treegrid],[role=dialog]";

export function useDigits(begin: (digit: string) => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!/^\d$/.test(event.key) || (event.target as Element).closest?.(takers)) return;
      event.preventDefault();
      latest.current(event.key);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}
