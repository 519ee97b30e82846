/** Rows that were just answered stay where they are listed until the list is left, or the next click would meet another one. */

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/**
 * Calls `onLeft` when a list is left: neither the pointer nor the focus is in it, or in a layer that it opened over the
 * page. Called again while it stays so.
 */
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

/** Places at which rows, by their number, are listed although they belong elsewhere by now. */
export function useKeptPlaces<Place>() {
  const [places, setPlaces] = useState<ReadonlyMap<number, Place>>(new Map());
  /** Keeps rows where they are listed; one that is kept already stays as it is. */
  const hold = useCallback(
    (listed: Iterable<readonly [number, Place]>) => setPlaces((now) => new Map([...listed, ...now])),
    [],
  );
  /** Lists every row where it belongs. */
  const settle = useCallback(() => setPlaces((now) => (now.size === 0 ? now : new Map())), []);
  return { places, hold, settle };
}
