import { expect } from "@playwright/test";
import { calls, open, test } from "../fixtures";
import { id, learnMachines } from "./machines";

test("fuel by keyboard: digits begin the rate, a letter picks the fuel, Ctrl Enter goes on", async ({ page }) => {
  await learnMachines(page);
  await open(page, { at: "/machines/fuel" });
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select 1205" }).focus();
  await page.keyboard.press("Space");
  const editor = page.getByRole("region", { name: "Fuel for 1 machine" });
  const rate = editor.getByRole("textbox", { name: "Consumption" });
  await page.getByRole("checkbox", { name: "Select 1205" }).focus();
  await page.keyboard.type("19,5");
  await expect(rate).toHaveValue("19,5");
  await editor.getByRole("combobox", { name: "Fuel type" }).focus();
  await page.keyboard.press("e");
  await expect(editor.getByText("With electric the unit is", { exact: false })).toBeVisible();
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await expect(editor.getByText("With dyed diesel the unit is L/hour.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("checkbox", { name: "Select 1205" })).toHaveCount(0);
  await expect(editor).toContainText("1207");
  const sent = await calls(page, "setMachinesFuel");
  expect(sent[0]).toEqual([[id(page, "1205")], { rate: 19.5, unit: 0, fuel: 7 }, null]);
  // The next gap takes digits at once.
  await page.keyboard.type("18");
  await expect(rate).toHaveValue("18");
});
