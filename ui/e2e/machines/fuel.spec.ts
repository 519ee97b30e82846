import { expect } from "@playwright/test";
import { expectAccessible, test } from "../fixtures";
import { cell, openMachines, select } from "./machines";

test("fuel of a selection is one editor: the fuel decides the unit, machines alike give the rate", async ({ page }) => {
  await openMachines(page);
  await select(page, "1205");
  await page.getByRole("button", { name: "Fuel…" }).click();
  const editor = page.getByRole("region", { name: "Fuel for 1 machine" });
  await editor.getByRole("button", { name: /18,5 · \d × Volvo A30G/ }).click();
  await expect(editor.getByText("With dyed diesel the unit is L/hour.")).toBeVisible();
  await editor.getByRole("textbox", { name: "Consumption" }).fill("0");
  await expect(editor.getByText("Consumption is 0 although a fuel is set", { exact: false })).toBeVisible();
  await editor.getByRole("textbox", { name: "Consumption" }).fill("18,5");
  await page.keyboard.press("Control+Enter");
  await expect(cell(page, "1205", "fuel")).toContainText("18,5 L/hour · dyed diesel");
});

test("completeness shows where the gaps are, and saving goes to the next", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("tab", { name: "Fuel data" }).click();
  await expect(page.getByText("have complete fuel data")).toBeVisible();
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await page.getByRole("button", { name: /18,5 · / }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("checkbox", { name: "Select 1205" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toContainText("1207");
  await expectAccessible(page);
});

test("the rows to check are reached by arrows, opened by Enter and by a click, and Esc leads back", async ({
  page,
}) => {
  await openMachines(page, { at: "/machines" });
  await page.getByRole("tab", { name: "Fuel data" }).click();
  await expect(page.getByRole("tab", { name: "Fuel data" })).toBeFocused();
  await expect(page.getByRole("button", { name: /^Missing or unusual \d+$/ })).toBeVisible();
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  const rows = page.getByRole("grid", { name: "Machines to check" }).getByRole("row");
  await rows.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("region", { name: "Fuel for 1 machine" });
  await expect(editor).toContainText("1207");
  await expect(rows.nth(2)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(rows.nth(2)).toBeFocused();
  await rows.nth(1).getByText("1205").click();
  await expect(editor).toContainText("1205");
  await expectAccessible(page);
});

test("a department narrows what is to be checked, and an unusual value has its sign in the grid", async ({ page }) => {
  await openMachines(page);
  await expect(cell(page, "1219", "fuel").locator("svg")).toBeVisible();
  await expect(cell(page, "1219", "fuel")).toContainText("kWh is for electric machines");
  await expect(cell(page, "1222", "fuel")).toContainText("Consumption is 0");
  await expect(cell(page, "1203", "fuel").locator("svg")).toHaveCount(0);
  await page.getByRole("tab", { name: "Fuel data" }).click();
  const all = page.getByRole("grid", { name: "Machines to check" }).getByRole("row");
  await expect(all.filter({ hasText: "1205" })).toHaveCount(1);
  await page.getByRole("button", { name: "VA", exact: true }).click();
  await expect(all.filter({ hasText: "1219" })).toHaveCount(1);
  await expect(all.filter({ hasText: "1205" })).toHaveCount(0);
});
