/** The row that the open panel is about: marked wherever the keyboard and the pointer are, for as long as it is drawn. */

import { type RefObject, useEffect } from "react";
import "./current-row.css";

/** `id`: the record; `null` while no panel of a record is open. */
export function useCurrentRow(box: RefObject<HTMLElement | null>, id: string | null): void {
  useEffect(() => {
    const list = box.current;
    if (list === null || id === null) return;
    const own = `[row-id="${CSS.escape(id)}"]`;
    const mark = () => {
      for (const row of list.querySelectorAll(`[row-id][aria-current]:not(${own})`))
        row.removeAttribute("aria-current");
      for (const row of list.querySelectorAll(own)) row.setAttribute("aria-current", "true");
    };
    mark();
    // The grid draws a row when it is scrolled to, and names it once its record was read. A class of its own would be
    // asked for only then: a panel that opens would have to draw its row again, and the focus would leave the row.
    const drawn = new MutationObserver(mark);
    drawn.observe(list, { attributeFilter: ["row-id"], childList: true, subtree: true });
    return () => {
      drawn.disconnect();
      for (const row of list.querySelectorAll("[row-id][aria-current]")) row.removeAttribute("aria-current");
    };
  }, [box, id]);
}
