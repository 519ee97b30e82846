/** F6: from pane to pane, in the order in which they are read: toolbar or summary, grid, panel, bottom bar. */

import { type RefObject, useCallback } from "react";
import { useFocusHome } from "../focus-home";
import { useShortcut } from "../keyboard";

/** Values of `data-pane`. */
export const panes = ["toolbar", "summary", "grid", "panel", "bar"] as const;
type Pane = (typeof panes)[number];

const focusable =
  'input:not([disabled]):not([tabindex="-1"]), button:not([disabled]):not([tabindex="-1"]), textarea, select, a[href], [tabindex="0"]';

/** `toGrid` puts the focus on the cell that had it last. */
export function usePanes(screen: RefObject<HTMLElement | null>, toGrid: () => void): void {
  const turn = useCallback(
    (by: 1 | -1) => {
      const inside = (pane: Pane) => screen.current?.querySelector<HTMLElement>(`[data-pane="${pane}"]`) ?? null;
      /** The first control of a pane; the grid has its cell. */
      const first = (pane: Pane) => {
        const within = inside(pane);
        const found = [...(within?.querySelectorAll<HTMLElement>(focusable) ?? [])];
        return found.find((element) => element.getClientRects().length > 0) ?? null;
      };
      const there = panes.filter((pane) => first(pane) !== null);
      const now = there.findIndex((pane) => inside(pane)?.contains(document.activeElement));
      const next = there[(now + by + there.length) % there.length] ?? "grid";
      // WebKit shows a focus that a key gave only where the one before it was shown.
      if (next !== "grid") return first(next)?.focus({ focusVisible: true });
      toGrid();
    },
    [screen, toGrid],
  );
  useFocusHome(screen, toGrid);
  useShortcut("nextPane", () => turn(1));
  useShortcut("previousPane", () => turn(-1));
}

/** Returns true for a key that belongs to the grid; an editor that the key closed is gone from the page already. */
export function isInGrid(target: EventTarget | null): boolean {
  return target instanceof Element && (!target.isConnected || target.closest('[data-pane="grid"]') !== null);
}
