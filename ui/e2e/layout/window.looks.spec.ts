/** First start, settings, the guide and Find anything fit a narrow window in every language. */

import { expect } from "@playwright/test";
import { desktopOf, open, openDocuments, test } from "../fixtures";
import { failConnection } from "../scenes/transfers";
import { look } from "./look";
import { narrow } from "./narrow";

test.use({ viewport: narrow });
test.slow();

test("first start and a connection that fails", async ({ page }) => {
  await open(page, { connection: "none" });
  await expect(page.getByRole("button", { name: /sample data/i }).first()).toBeVisible();
  await look(page, "first start");
  await failConnection(page);
  await look(page, "connection");
});

test("settings, the guide and Find anything", async ({ page }) => {
  await openDocuments(page);
  await desktopOf(page).app.call("refresh_machines");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Language", level: 2 })).toBeVisible();
  await look(page, "settings");
  await page.keyboard.press("F1");
  await expect(page.getByRole("article")).toBeVisible();
  await look(page, "guide", { part: "article", floats: true });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("volvo");
  await expect(page.getByRole("group", { name: "Machines" }).getByRole("option").first()).toBeVisible();
  await look(page, "Find anything", { part: "[role=dialog]", floats: true, fresh: true });
});
