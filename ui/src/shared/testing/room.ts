/** Room in toolbars: jsdom lays nothing out. */

import { vi } from "vitest";

/** Each filter of a line, and the menu beside the line, takes 100 px of the bar. */
export function layOutFilters(bar: () => number): void {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    if (this.querySelector("[data-filters]") !== null) return { width: bar() } as DOMRect;
    if (this.dataset.filters === undefined) return { width: 100 } as DOMRect;
    const menu = this.nextElementSibling?.hasAttribute("aria-haspopup") ? 100 : 0;
    return { width: Math.min(100 * this.children.length, bar() - menu) } as DOMRect;
  });
}
