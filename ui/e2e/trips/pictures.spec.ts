import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { picture } from "../machines/machines";
import { openTrips } from "./trips";

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test(`pictures, ${theme}`, async ({ page }) => {
    await openTrips(page, { theme });
    await picture(page, `trips${dark}`);
    await page.locator("[data-pane=breakdown] button[aria-pressed]:has(b)").first().click();
    await expect(page.locator("[data-faded]").first()).toBeVisible();
    await picture(page, `trips-filtered${dark}`);
  });
}

test("pictures, narrow and Norwegian", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openTrips(page, { language: "nb" });
  await picture(page, "trips-narrow-nb");
});
