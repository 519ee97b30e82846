/** jsdom lays nothing out; virtual lists draw nothing in a list of no height. Tests give every element a size. */

import { configure } from "@testing-library/react";
import { afterAll, beforeAll } from "vitest";

export function giveElementsASize(): void {
  const before: Record<string, PropertyDescriptor | undefined> = {};
  const sizes = { clientHeight: 900, clientWidth: 1000 };
  // Looking at the style of every ancestor of every row is what takes longest; tests ask `toBeVisible` where it matters.
  configure({ defaultHidden: true });
  beforeAll(() => {
    for (const [name, size] of Object.entries(sizes)) {
      before[name] = Object.getOwnPropertyDescriptor(Element.prototype, name);
      Object.defineProperty(Element.prototype, name, { configurable: true, get: () => size });
    }
  });
  afterAll(() => {
    for (const [name, descriptor] of Object.entries(before))
      if (descriptor) Object.defineProperty(Element.prototype, name, descriptor);
  });
}
