/** 1, 2, 3 answer for the row that shows these numbers, wherever on the page of the plan the keyboard stands. */

import { type RefObject, useEffect, useRef } from "react";

export function useAnswerKeys(list: RefObject<HTMLElement | null>, answer: (number: number) => void): void {
  const latest = useRef(answer);
  useEffect(() => {
    latest.current = answer;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!/^[1-3]$/.test(key) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.repeat || event.defaultPrevented || !(target instanceof Element)) return;
      // After a click on nothing the focus is on what lies around the page. Menus and dialogs hang elsewhere.
      const page = list.current?.closest("section") ?? null;
      if (page === null || !(page.contains(target) || target.contains(page))) return;
      if (target.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
      if (document.querySelector("[role=dialog]") !== null) return;
      latest.current(Number(key));
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}
