/** Owner of a drop: a screen that takes drops itself; else a drop becomes a drop plan. */

import { useEffect, useRef } from "react";

/** A drop, as far as it was counted when it was let go. */
export type Dropped = { dropId: string; files: number; folders: number };

/** `pass` makes the drop plan of it after all, without a project yet. */
type Take = (drop: Dropped, pass: () => void) => void;

/** The one target in the middle of the screen, for what hangs over it. */
export type MiddleTarget = (counted: Pick<Dropped, "files" | "folders">) => { title: string; hint: string };

type Taker = { take: Take; middle: MiddleTarget | undefined };
const takers: Taker[] = [];

type Options = { enabled?: boolean; middle?: MiddleTarget };

/** Takes drops while the component is shown; the newest one gets them. */
export function useDropHere(take: Take, { enabled = true, middle }: Options = {}): void {
  const newest = useRef<Taker>({ take, middle });
  useEffect(() => {
    newest.current = { take, middle };
  });
  useEffect(() => {
    if (!enabled) return;
    const taker: Taker = {
      take: (drop, pass) => newest.current.take(drop, pass),
      get middle() {
        return newest.current.middle;
      },
    };
    takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
    };
  }, [enabled]);
}

/** Returns true while a screen takes drops itself. */
export function takesDrops(): boolean {
  return takers.length > 0;
}

/** The target in the middle, where the screen that takes drops has one. */
export function middleTarget(counted: Parameters<MiddleTarget>[0]): ReturnType<MiddleTarget> | null {
  return takers.at(-1)?.middle?.(counted) ?? null;
}

/** Hands the drop to the screen; answers whether one took it. */
export function handDrop(drop: Dropped, pass: () => void): boolean {
  const taker = takers.at(-1);
  taker?.take(drop, pass);
  return taker !== undefined;
}
