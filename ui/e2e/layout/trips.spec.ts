/** The screen of haul trips fits a narrow window in every language. */

import { expect } from "@playwright/test";
import { open, test } from "../fixtures";
import { openTrips } from "../trips/trips";
import { look, narrow } from "./look";

test.use({ viewport: narrow });
test.slow();

test("before trips are read", async ({ page }) => {
  await open(page, { at: "/trips" });
  await expect(page.getByRole("button", { name: "Read trips" })).toBeVisible();
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
});
