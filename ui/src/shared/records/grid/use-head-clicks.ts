/** Clicks on the heads of columns. The browser calls the end of a drag a click, too: of a head that moves, of an edge that resizes. */

import { type RefObject, useEffect, useRef } from "react";

/** The pixels that the pointer moves before a click is a drag: as many as the grid waits for. */
const least = 4;

/** `box`: what holds the grid, whose elements come and go. */
export function useHeadClicks(box: RefObject<HTMLElement | null>, onClick: (column: string) => void): void {
  const newest = useRef(onClick);
  newest.current = onClick;
  useEffect(() => {
    const list = box.current;
    if (list === null) return;
    let from = { x: 0, y: 0 };
    let dragged = false;
    const down = ({ clientX: x, clientY: y }: PointerEvent) => {
      from = { x, y };
      dragged = false;
    };
    const move = ({ buttons, clientX, clientY }: PointerEvent) => {
      if (buttons === 1 && Math.hypot(clientX - from.x, clientY - from.y) >= least) dragged = true;
    };
    const click = ({ target }: MouseEvent) => {
      if (dragged || !(target instanceof Element) || target.closest(".ag-header-cell-resize") !== null) return;
      const column = target.closest(".ag-header-cell")?.getAttribute("col-id");
      if (column != null) newest.current(column);
    };
    list.addEventListener("pointerdown", down, true);
    list.addEventListener("pointermove", move, true);
    list.addEventListener("click", click);
    return () => {
      list.removeEventListener("pointerdown", down, true);
      list.removeEventListener("pointermove", move, true);
      list.removeEventListener("click", click);
    };
  }, [box]);
}
