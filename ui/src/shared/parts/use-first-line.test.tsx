import { act, render } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { fittingOf, useFirstLine } from "./use-first-line";

const labels = ["All", "Blocked", "Inactive", "No fuel data", "Service due", "Changed"];
const more = "More filters";
const px = (label: string) => 34 + 8 * label.length;

/** The width of the bar in pixels, and the label of the part that is chosen. */
let drawn = { bar: 900, on: "All" };
let draw: (next: typeof drawn) => void = () => {};

/** Parts with a menu as wide as the wider of its label and that of the chosen part, as in `FilterPills`. */
function Bar() {
  const [{ on }, set] = useState(drawn);
  draw = set;
  const { line, menu, fitting } = useFirstLine(labels.length);
  return (
    <div>
      <div data-fitting={fitting} ref={line}>
        {labels.map((label) => (
          <span data-width={px(label)} key={label} />
        ))}
      </div>
      {fitting === labels.length ? null : <button data-width={Math.max(px(on), px(more))} ref={menu} type="button" />}
    </div>
  );
}

/** Gives the line what the menu leaves of the bar, and at most what its parts take. */
function layOut(): void {
  const all = labels.reduce((sum, label) => sum + px(label), 0);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const menu = this.nextElementSibling as HTMLElement | null;
    const isLine = this.dataset.fitting !== undefined;
    const width = isLine
      ? Math.min(all, drawn.bar - Number(menu?.dataset.width ?? 0))
      : Number(this.dataset.width ?? drawn.bar);
    return { width } as DOMRect;
  });
}

it("settles at every width with each part chosen, also where the menu takes a shorter label", () => {
  layOut();
  const { container } = render(<Bar />);
  const found = new Set<number>();
  for (const on of labels)
    for (let bar = 200; bar <= 900; bar += 2) {
      drawn = { bar, on };
      act(() => draw(drawn));
      const fitting = Number(container.querySelector<HTMLElement>("[data-fitting]")?.dataset.fitting);
      const menu = container.querySelector("button");
      const taken = labels.slice(0, fitting).reduce((sum, label) => sum + px(label), 0);
      expect(taken + Number(menu?.dataset.width ?? 0), `${fitting} parts with ${on} at ${bar}`).toBeLessThanOrEqual(
        bar,
      );
      found.add(fitting);
    }
  // All but the last: the menu for it would take more than it gives.
  expect([...found].sort()).toEqual([1, 2, 3, 4, 6]);
});

it.each([
  { line: 320, menu: 0, hasMenu: false, fits: 3, of: "all, exactly" },
  { line: 319, menu: 0, hasMenu: false, fits: 2, of: "a menu whose width is not known yet" },
  { line: 319, menu: 100, hasMenu: false, fits: 2, of: "a menu that takes its room" },
  { line: 209, menu: 100, hasMenu: true, fits: 1, of: "what the menu leaves" },
  { line: 220, menu: 100, hasMenu: true, fits: 2, of: "a menu that needs less than a pixel" },
  { line: 221, menu: 100, hasMenu: true, fits: 3, of: "all, without the menu" },
  { line: 20, menu: 100, hasMenu: true, fits: 1, of: "the first at least" },
])("counts the parts beside $of", ({ fits, of: _, ...room }) => {
  expect(fittingOf([100, 100, 100], 10, room)).toBe(fits);
});
