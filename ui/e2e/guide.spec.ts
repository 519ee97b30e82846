/** The guide: from a state of a screen to its heading and back, its contents, its languages. */

import { expect, type Page } from "@playwright/test";
import { drawingsInConflict } from "./desktop/office";
import { calls, expectAccessible, open, prepare, show, test } from "./fixtures";
import { openFolders } from "./folders/folders";
import { openMachines, select } from "./machines/machines";

const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

const contents = (page: Page) => page.getByRole("navigation", { name: /^(Contents|Innhold|Innehåll)$/ });

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
  await picture(page, "guide");
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

/** Opens the guide over a screen and goes to a heading by the contents. */
async function openAt(page: Page, heading: string): Promise<void> {
  await page.keyboard.press("F1");
  await contents(page).getByRole("link", { name: heading, exact: true }).last().click();
  await expect(page.getByRole("article").getByRole("heading", { name: heading, exact: true }).last()).toBeFocused();
}

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

for (const [language, wide, narrow, keys] of [
  ["nb", "Slettet fra mappen", "Ignoreringsregler", "Taster"],
  ["sv", "Borttagen från mappen", "Ignoreringsregler", "Tangenter"],
] as const) {
  test(`in ${language}, wide and narrow, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, { language, at: "/folders" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await openAt(page, wide);
    await expect(page.getByRole("article")).toHaveAttribute("lang", language);
    await picture(page, `guide-${language}`);
    await page.setViewportSize({ width: 800, height: 640 });
    await page.getByRole("button", { name: /^(Innhold|Innehåll)$/ }).click();
    await picture(page, `guide-narrow-${language}`);
    await contents(page).getByRole("link", { name: narrow }).click();
    await expect(page.getByRole("heading", { name: narrow })).toBeFocused();
    await expect(contents(page)).toBeHidden();
    await prepare(page, { language, theme: "dark" });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await show(page, "/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await picture(page, `guide-links-${language}-dark`);
    await openAt(page, keys);
    await picture(page, `guide-${language}-dark`);
  });
}
