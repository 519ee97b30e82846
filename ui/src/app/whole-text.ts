/** Shows a text that is cut, with an ellipsis or by whole parts (`data-whole`), as a whole while the pointer is on it. */

/** As far above the pointer as the box that cuts a text can be: a sign or a part of the text is between. */
const LEVELS = 4;

/** Titles that were written here; others say more than the text. */
const written = new WeakSet<Element>();

/** Watches the pointer until the answer is called. */
export function showWholeTexts(): () => void {
  document.addEventListener("pointerover", look);
  return () => document.removeEventListener("pointerover", look);
}

function look({ target }: Event): void {
  let element = target instanceof Element ? target : null;
  for (let level = 0; element !== null && level < LEVELS; level += 1) {
    if (element instanceof HTMLElement && update(element)) return;
    element = element.parentElement;
  }
}

/** Writes the title of a cut text or takes away that of one that is no longer cut, and says whether it is cut. */
function update(element: HTMLElement): boolean {
  if (!isCut(element)) {
    if (written.delete(element)) element.removeAttribute("title");
    return false;
  }
  const titled = element.closest("[title]");
  if (titled === null || written.has(titled)) {
    // What is around it was cut before, and may have said another text then.
    if (titled !== null && titled !== element && written.delete(titled)) titled.removeAttribute("title");
    element.title = element.textContent.trim();
    written.add(element);
  }
  return true;
}

function isCut(element: HTMLElement): boolean {
  const wide = element.scrollWidth > element.clientWidth;
  const high = element.scrollHeight > element.clientHeight;
  if (!wide && !high) return false;
  if (high && "whole" in element.dataset) return true;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (wide && textOverflow === "ellipsis") || (high && !["", "none", undefined].includes(webkitLineClamp));
}
