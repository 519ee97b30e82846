/** Removes the parts of the web view that no program has: its menu, and keys that reload the page. */

import { isAnswered, matches } from "../shared/keyboard";

/** Hides the menu of the web view (Back, Reload), except where text can be copied or put in. */
export function hideWebMenu(page: Document): void {
  page.addEventListener("contextmenu", (event) => {
    const isText = event.target instanceof Element && event.target.closest("input, textarea, .fd-copyable") !== null;
    const isSelected = page.getSelection()?.isCollapsed === false;
    if (!isText && !isSelected) event.preventDefault();
  });
}

/** A reload would lose all that only the window holds. */
export function ignoreReload(page: Document): void {
  page.addEventListener("keydown", (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    const reloads = event.key === "F5" || (ctrl && event.key.toLowerCase() === "r");
    // Where a screen reads again by F5, it keeps the key from the web view itself.
    if (reloads && !(matches(event, "readAgain") && isAnswered("readAgain"))) event.preventDefault();
  });
}
