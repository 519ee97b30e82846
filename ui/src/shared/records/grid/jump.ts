/** Ctrl Home and Ctrl End: to the first and the last cell, as in a spreadsheet. */

import type { GridApi } from "ag-grid-community";
import type { Handle } from "./handles";
import { placeOf, type RectangleStore, type Shown } from "./rectangle";
import { goTo } from "./use-focus-kept";

/** Number of pictures after which a cell that does not take the focus is given up. */
const mostTries = 120;

/** Answers whether it was such a key. */
export function jumpByKey(event: KeyboardEvent, api: GridApi<Handle>, store: RectangleStore, rows: Shown): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(ctrlKey || metaKey) || shiftKey || altKey || (key !== "Home" && key !== "End")) return false;
  const { order } = store.getState();
  const row = key === "Home" ? 0 : rows.length - 1;
  const column = key === "Home" ? 0 : order.length - 1;
  const cell = { id: rows[row]?.id, column: order[column] };
  if (cell.id === undefined || cell.column === undefined) return true;
  const go = () => {
    goTo(api, store, row, column);
    // To the very end of the list: at its least, the grid leaves the last row behind its horizontal scroll bar.
    api.ensureIndexVisible(row, "middle");
    const now = placeOf(document.activeElement);
    return now?.id === cell.id && now?.column === cell.column;
  };
  if (go()) return true;
  // A row from far away is drawn with one of the next pictures; until then no key acts on the row that was left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  let tries = 0;
  const again = () => {
    tries += 1;
    // The focus was given to something else meanwhile.
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (api.isDestroyed() || !isNowhere || go() || tries > mostTries) return;
    requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
  return true;
}
