/** Esc closes the topmost thing alone: who closes something by it asks here. */

import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** Whether the key is Esc, nothing inside has used it, and no list or menu is open that closes first. */
export function asksToClose({ key, defaultPrevented, target }: KeyboardEvent | ReactKeyboardEvent): boolean {
  return key === "Escape" && !defaultPrevented && !closesByItself(target);
}

/** A list or a menu closes by itself and tells nobody. Of one that opened by itself only `data-expanded` says so at first. */
function closesByItself(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[aria-haspopup][aria-expanded=true], [data-expanded], [role=menu]") !== null
  );
}
