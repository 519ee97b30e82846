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
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Fuel data" }).click();
  await expect(page.getByText("have complete fuel data")).toBeVisible();
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await page.getByRole("button", { name: /18,5 · / }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("checkbox", { name: "Select 1205" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toContainText("1207");
  await expectAccessible(page);
});
