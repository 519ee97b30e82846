/** The web view's own menu (Back, Reload) belongs to no program: it stays where text can be copied or put in. */

export function hideWebMenu(page: Document): void {
  page.addEventListener("contextmenu", (event) => {
    const isText = event.target instanceof Element && event.target.closest("input, textarea, .fd-copyable") !== null;
    const isSelected = page.getSelection()?.isCollapsed === false;
    if (!isText && !isSelected) event.preventDefault();
  });
}
