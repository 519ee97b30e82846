/** Esc closes the topmost thing alone: who closes something by it asks here. */

import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from "react";

/** Returns true for Esc where nothing inside has used it, and no list or menu is open that closes first. */
export function asksToClose({ key, defaultPrevented, target }: KeyboardEvent | ReactKeyboardEvent): boolean {
  return key === "Escape" && !defaultPrevented && !closesByItself(target);
}

/**
 * Closes what is topmost on a screen by Esc, wherever on it the focus is; after a click beside everything it is on the
 * page itself. `close` answers whether there was something to close.
 */
export function useCloseOnEscape(screen: RefObject<HTMLElement | null>, close: () => boolean): void {
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  useEffect(() => {
    // A menu that closes by the same key is told from none before it does.
    let asks = false;
    const before = (event: KeyboardEvent) => {
      asks = asksToClose(event);
    };
    const after = (event: KeyboardEvent) => {
      const { target } = event;
      // What lies around the screen has the focus after a click on nothing. Menus and dialogs hang elsewhere.
      const ours =
        target instanceof Node && (target.contains(screen.current) || screen.current?.contains(target) === true);
      if (asks && asksToClose(event) && ours && newest.current()) event.preventDefault();
    };
    window.addEventListener("keydown", before, true);
    window.addEventListener("keydown", after);
    return () => {
      window.removeEventListener("keydown", before, true);
      window.removeEventListener("keydown", after);
    };
  }, [screen]);
}

/**
 * Returns true for a list or a menu, which closes by itself without an event. Of one that opened by itself only
 * `data-expanded` says so at first.
 */
function closesByItself(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[aria-haspopup][aria-expanded=true], [data-expanded], [role=menu]") !== null
  );
}
