/** Esc closes the topmost thing alone: who closes something by it asks here first. */

/**
 * Whether a list or a menu is open where the key was pressed, which closes by itself and tells nobody. Of a list that
 * opened by itself only `data-expanded` says so until something else is drawn.
 */
export function closesByItself(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[aria-haspopup][aria-expanded=true], [data-expanded], [role=menu]") !== null
  );
}
