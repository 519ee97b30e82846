/** The screen of haul trips fits a narrow window in every language. */

import { expect } from "@playwright/test";
import { open, test } from "../fixtures";
import { openTrips } from "../trips/trips";
import { look } from "./look";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("before trips are read", async ({ page }) => {
  await open(page, { at: "/trips" });
  await expect(page.getByRole("button", { name: "Download trips" })).toBeVisible();
  await look(page, "haul trips, not read", { part: "main", fresh: true });
});

test("charts, map, list and panels", async ({ page }) => {
  await openTrips(page);
  await look(page, "haul trips", { fresh: true });
  await page.getByRole("button", { name: "Mass type", exact: true }).click();
  await look(page, "mass types to filter by", { part: ".mantine-Popover-dropdown", floats: true, fresh: true });
  await page.keyboard.press("Escape");
  await page.locator("[data-pane=grid] [row-index='0'] [col-id='time']").click();
  await expect(page.getByText("All fields")).toBeVisible();
  await look(page, "a haul trip", { part: "aside", fresh: true });
  // Beside it the bar of filters and the heads of the charts keep their one line.
  const heights = await page
    .locator("[data-pane=filters], main section[data-pane] > header")
    .evaluateAll((bars) => bars.map((bar) => bar.clientHeight));
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.max(...heights), "one line each").toBeLessThan(60);
  await page.getByRole("button", { name: /^What the chart shows: / }).click();
  await page.getByRole("menuitem", { name: "Cycle" }).click();
  await expect(page.getByRole("heading", { name: "Cycle time" })).toBeAttached();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("button", { name: "Approved", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Remove filter Status/ }).first()).toBeVisible();
});

test("menus, tables and hints of haul trips", async ({ page }) => {
  await openTrips(page);
  // Of the screen, and the one that says by what trips are summed up.
  const menus = page.locator("main header [aria-haspopup=menu]").filter({ visible: true });
  await expect(menus).toHaveCount(3);
  for (const number of [0, 1, 2]) {
    await menus.nth(number).click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await lookAtWords(page, `haul trips, menu ${number}`, "[role=menu]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem")).toHaveCount(0);
  }
  for (const by of ["Drivers", "Routes"]) {
    await menus.nth(2).click();
    await page.getByRole("menuitem", { name: by }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await lookAtWords(page, `haul trips by ${by}`);
  }
  await menus.nth(1).click();
  await page.getByRole("menuitem", { name: "Locations and mass types" }).click();
  await expect(page.getByRole("complementary", { name: "Locations and mass types" })).toBeVisible();
  await lookAtWords(page, "locations and mass types", "aside");
  await page.keyboard.press("Escape");
  const charts = page.getByRole("button", { name: /^Show as table/ });
  for (let left = await charts.count(); left > 0; left -= 1) {
    await charts.first().click();
    await expect(charts).toHaveCount(left - 1);
  }
  await lookAtWords(page, "haul trips as tables");
});
