import { expect, type Page } from "@playwright/test";
import { type Begin, calls, open, test } from "../fixtures";
import { id, learnMachines, picture } from "./machines";

async function openFuel(page: Page, begin: Begin = {}): Promise<void> {
  await learnMachines(page, begin);
  await open(page, { ...begin, at: "/machines/fuel" });
}

test("fuel by keyboard: digits begin the rate, a letter picks the fuel, Ctrl Enter goes on", async ({ page }) => {
  await openFuel(page);
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

test("where a rate comes from is kept with it, and shown where gaps are", async ({ page }) => {
  await openFuel(page);
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  const editor = page.getByRole("region", { name: "Fuel for 1 machine" });
  await editor.getByRole("textbox", { name: "Consumption" }).fill("19,5");
  await editor.getByRole("combobox", { name: "Source" }).click();
  await page.getByRole("option", { name: "Maker's data" }).click();
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => calls(page, "setMachinesFuel"))
    .toEqual([[[id(page, "1205")], { rate: 19.5, unit: null, fuel: null }, "maker"]]);
  await expect(page.getByRole("row", { name: /1205/ })).toContainText("Maker's data");
});

for (const theme of ["light", "dark"] as const)
  test(`picture of a rate and its provenance, ${theme}`, async ({ page }) => {
    await openFuel(page, { connection: "test", theme });
    await page.getByRole("button", { name: "Dumper", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select 1205" }).check();
    await page.getByRole("textbox", { name: "Consumption" }).fill("19,5");
    await page.getByRole("combobox", { name: "Source" }).click();
    await page.getByRole("option", { name: "Measured" }).click();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("row", { name: /1205/ })).toContainText("Measured");
    await page.getByRole("checkbox", { name: "Select 1205" }).check();
    await picture(page, theme === "dark" ? "machines-provenance-dark" : "machines-provenance");
  });
