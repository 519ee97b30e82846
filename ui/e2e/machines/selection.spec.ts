/** Actions apply to the rows that are ticked and shown. */

import { expect, type Page } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, id, learnMachines, openMachines, select } from "./machines";

const bar = (page: Page, text: string) => page.getByRole("region", { name: text });
const box = (page: Page, number: string) => page.locator(`[row-id="${id(page, number)}"] input[type=checkbox]`).first();

/** To another screen and back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.keyboard.press("Control+1");
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toHaveCount(0);
  await page.keyboard.press("Control+3");
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
}

test("a cell is clicked, another row ticked, the screen left: on return the row is ticked and is what is released", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1024", "department");
  await box(page, "1107").click();
  await leaveAndReturn(page);
  await expect(bar(page, "1 selected")).toBeVisible();
  await expect(box(page, "1107")).toBeChecked();
  await page.getByRole("button", { name: "Unblock check-in" }).click();
  await expect(page.getByText("1107 unblocked.").first()).toBeVisible();
  expect(await calls(page, "releaseMachines")).toEqual([[[id(page, "1107")]]]);
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Open");
});

test("nothing ticked: no key and no bar acts on the machine of a clicked cell", async ({ page }) => {
  await openMachines(page);
  await at(page, "1107", "department");
  await page.getByRole("heading", { name: "Machines", level: 1 }).click();
  await page.keyboard.press("r");
  await page.keyboard.press("b");
  await page.keyboard.press("Escape");
  expect(await calls(page, "releaseMachines")).toEqual([]);
  await expect(page.getByRole("complementary")).toHaveCount(0);
});

test("ticked rows that a filter hides are counted apart and left alone", async ({ page }) => {
  await openMachines(page);
  await select(page, "1107", "1024");
  await page.getByRole("textbox", { name: "Search machines" }).fill("1107");
  await expect(cell(page, "1024", "name")).toHaveCount(0);
  await expect(bar(page, "1 selected").getByText("1 more is hidden by filters and not included")).toBeVisible();
  await page.getByRole("button", { name: "Unblock check-in" }).click();
  await expect(page.getByText("1107 unblocked.").first()).toBeVisible();
  expect(await calls(page, "releaseMachines")).toEqual([[[id(page, "1107")]]]);
  await page.getByRole("textbox", { name: "Search machines" }).fill("1043");
  await expect(bar(page, "0 selected").getByRole("button", { name: "Unblock check-in" })).toHaveCount(0);
  await page.getByRole("button", { name: "Show hidden" }).click();
  await expect(bar(page, "2 selected")).toBeVisible();
  await expect(box(page, "1024")).toBeChecked();
});

test("the panel names the machines, follows the ticks while it is open, and keeps what is typed", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  const names = panel.getByRole("list", { name: "2 machines" });
  await expect(names).toContainText("1024 CAT 325 Next Gen");
  await expect(names).toContainText("1043");
  await panel.getByRole("textbox").fill("På verksted");
  await box(page, "1043").click();
  await expect(panel.getByRole("list", { name: "1 machine" })).toContainText("1024");
  await expect(panel.getByRole("textbox")).toHaveValue("På verksted");
  await panel.getByRole("button", { name: /^Block 1 machine/ }).click();
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  expect(await calls(page, "blockMachines")).toEqual([[[id(page, "1024")], "På verksted", false, null]]);
});

test("a question ends when another row is ticked, and is not asked again after another screen", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1107");
  await page.getByRole("button", { name: "Unblock check-in" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await box(page, "1043").click();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Unblock check-in" }).click();
  await expect(question).toBeVisible();
  await leaveAndReturn(page);
  await expect(question).toHaveCount(0);
  await expect(bar(page, "3 selected")).toBeVisible();
  expect(await calls(page, "releaseMachines")).toEqual([]);
});

test("a machine that was deleted is no longer counted", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1107");
  await cell(page, "1024", "name").click({ button: "right" });
  await expect(page.getByRole("menu").getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await box(page, "1107").click();
  await cell(page, "1024", "name").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 1024" }).click();
  await expect(cell(page, "1024", "name")).toHaveCount(0);
  await expect(page.getByRole("region", { name: /selected/ })).toHaveCount(0);
});

test("another connection begins with nothing ticked and no panel", async ({ page, desktop: { app } }) => {
  await app.connect("test");
  await openMachines(page);
  await select(page, "1024", "1107");
  await page.keyboard.press("b");
  await expect(page.getByRole("complementary", { name: "Block check-in" })).toBeVisible();
  await page
    .getByRole("button", { name: /Connection/ })
    .first()
    .click();
  await page.getByRole("menuitem").filter({ hasNotText: "in use" }).first().click();
  await learnMachines(page, { connection: "test" });
  await expect(page.getByRole("contentinfo")).toContainText("Test environment");
  await expect(page.getByRole("region", { name: "Projects" })).toBeVisible();
  await page.keyboard.press("Control+3");
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
  await expect(page.getByRole("region", { name: /selected/ })).toHaveCount(0);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect(box(page, "1024")).not.toBeChecked();
});
