/** The guide: from a state of a screen to its heading and back, its contents. */

import { expect, type Page } from "@playwright/test";
import { drawingsInConflict } from "./desktop/office";
import { calls, expectAccessible, prepare, test } from "./fixtures";
import { openFolders } from "./folders/folders";
import { openMachines, select } from "./machines/machines";

const contents = (page: Page) => page.getByRole("navigation", { name: "Contents" });

test("a conflict leads to what the guide says of it, and back", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInConflict(desktop);
  await openFolders(page);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("article").getByRole("button", { name: "More in the guide" }).click();
  const heading = page.getByRole("heading", { name: "Changed in folder and project" });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await expect(contents(page).locator("[aria-current=location]")).toHaveText("Changed in folder and project");
  await expectAccessible(page);
  // Keys of the screen below, which would resolve the conflict.
  await page.keyboard.press("1");
  // Scrolling says where one reads.
  await page.mouse.move(900, 500);
  await page.mouse.wheel(0, 6_000);
  await expect(contents(page).locator("[aria-current=location]")).toHaveText("When data on this computer was damaged");
  await contents(page).getByRole("link", { name: "Bandwidth limit" }).click();
  await expect(page.getByRole("heading", { name: "Bandwidth limit" })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "HA-201 Plan og profil 0–450.pdf" })).toBeVisible();
  await expect(page.getByRole("button", { name: "More in the guide" })).toBeFocused();
  expect(await calls(page, "resolveConflicts")).toEqual([]);
});

test("by keyboard: F1, the contents, F6; what was chosen in the grid is still there", async ({ page }) => {
  await openMachines(page);
  await select(page, "1043");
  await page.keyboard.press("b");
  const message = page.getByRole("complementary", { name: "Block check-in" }).getByRole("textbox").first();
  await message.fill("Hydraulic leak");
  await page.keyboard.press("F1");
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(contents(page).getByRole("link", { name: "Machines", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Blocking check-in" })).toBeFocused();
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  await expect(page.getByRole("article")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message).toHaveValue("Hydraulic leak");
  await expect(page.getByText("1 selected")).toBeVisible();
});
