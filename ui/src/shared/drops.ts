/** Whose a drop is: a screen that takes dropped folders itself says so; else a drop becomes a drop plan. */

import { useEffect, useRef } from "react";

type Taker = (dropId: string) => void;
const takers: Taker[] = [];

/** Takes drops while the component is shown; the newest one gets them. */
export function useDropHere(take: Taker, enabled = true): void {
  const newest = useRef(take);
  useEffect(() => {
    newest.current = take;
  });
  useEffect(() => {
    if (!enabled) return;
    const taker: Taker = (dropId) => newest.current(dropId);
    takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
    };
  }, [enabled]);
}

/** Whether a screen takes drops itself now. */
export function takesDrops(): boolean {
  return takers.length > 0;
}

/** Hands the drop to the screen; answers whether one took it. */
export function handDrop(dropId: string): boolean {
  const taker = takers.at(-1);
  taker?.(dropId);
  return taker !== undefined;
}
