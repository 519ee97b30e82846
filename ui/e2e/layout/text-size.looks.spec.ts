/** The text size of Settings reaches every text of every screen. */

import { expect, type Page } from "@playwright/test";
import { open, show, test } from "../fixtures";
import { showWith } from "./settings";

const screens = [
  "/",
  "/documents",
  "/folders",
  "/machines",
  "/machines/fuel",
  "/users",
  "/trips",
  "/history",
  "/settings",
];

test("texts are half as large again at 150 %", async ({ page }) => {
  await open(page, { at: "/documents" });
  for (const at of screens) {
    await show(page, at);
    await expect(page.locator("main h1").first()).toBeVisible();
    await showWith(page, { textSizePercent: 100 });
    // Not before its records are read: the rows to come have no texts.
    await expect.poll(() => page.locator("main").getByText(/\S/).count(), at).toBeGreaterThan(3);
    const usual = await sizes(page);
    await showWith(page, { textSizePercent: 150 });
    const large = await sizes(page);
    const both = [...usual].filter(([text]) => large.has(text));
    expect(both.length, `texts of ${at}`).toBeGreaterThan(5);
    const same = both.filter(([text, size]) => Math.abs((large.get(text) ?? 0) / size - 1.5) > 0.02);
    expect(same, at).toEqual([]);
  }
});

/** The size of each text that is said once, in pixels; a field's of what stands in it. */
async function sizes(page: Page): Promise<Map<string, number>> {
  const found = await page.evaluate(() => {
    const found = new Map<string, number>();
    const twice = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (element.getClientRects().length === 0) continue;
      const field = element instanceof HTMLInputElement ? element.placeholder || element.value : "";
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = (field || own.map(({ textContent }) => textContent).join("")).trim();
      if (text === "") continue;
      if (found.has(text)) twice.add(text);
      found.set(text, Number.parseFloat(getComputedStyle(element).fontSize));
    }
    for (const text of twice) found.delete(text);
    return [...found];
  });
  return new Map(found);
}
