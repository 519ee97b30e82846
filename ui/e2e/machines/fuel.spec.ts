import { expect } from "@playwright/test";
import { test } from "../fixtures";
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
});
