/**
 * Single keys of a case: they act while the focus is in the queue, in the case beside it, on a button of the screen or
 * nowhere, and never while a field is typed in.
 */

import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { SETTLE_MS } from "../../../shared/click-guard";

/** Whether what is pressed now can mean the case that is shown. */
export const CaseSettled = createContext<() => boolean>(() => true);

/** A second press or click that followed an answer was meant for that one, not for the case that took its place: tells
 * whether the shown case has stood long enough. One that was chosen in the queue counts at once: `choices` counts those. */
export function useCaseSettled(shown: string | undefined, choices: number, held: number) {
  const since = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef({ shown, choices, held });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { shown, choices, held };
    const isReplaced = was.shown !== undefined && shown !== was.shown && choices === was.choices;
    if (held > was.held || isReplaced) since.current = performance.now();
    else if (shown !== was.shown || choices !== was.choices) since.current = Number.NEGATIVE_INFINITY;
  });
  return useCallback(() => performance.now() - since.current >= SETTLE_MS, []);
}

/** Lets an act through once in the same time: a second press of two opens nothing again. */
export function useOnceInAWhile(): (act: () => void) => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback((act) => {
    if (performance.now() - last.current < SETTLE_MS) return;
    last.current = performance.now();
    act();
  }, []);
}

/** `act` answers whether the key was one of its own. */
export function useCaseKeys(act: (key: string) => boolean): void {
  const isSettled = useContext(CaseSettled);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
      if (!(target instanceof Element) || document.querySelector("[role=dialog]") !== null) return;
      // A click on nothing leaves the focus with what lies around the cases, one on a button of the screen on that button:
      // what presses it is not about the case.
      const around = (target.closest("[data-cases]") ?? target.querySelector("[data-cases]")) !== null;
      const screen = target.matches("button:not([role=tab])") ? target.closest("section") : null;
      const beside = (screen?.querySelector("[data-cases]") ?? null) !== null;
      if (!around && !(beside && /^[a-z\d]$/i.test(event.key))) return;
      if (target.closest("input:not([type=checkbox], [type=radio]), textarea, [role=menu]") !== null) return;
      if (!isSettled()) return;
      if (latest.current(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isSettled]);
}
