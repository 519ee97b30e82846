import { expect } from "@playwright/test";
import { test } from "../desk";
import { at, cell, openMachines, picture } from "./machines";

test("the company and the responsible user are columns that can be filtered by", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Company" }).check();
  await page.getByRole("checkbox", { name: "Responsible, user ID" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Company" }).click();
  await page.getByRole("checkbox", { name: "company-2" }).check();
  await page.keyboard.press("Escape");
  await expect(cell(page, "1310", "machineNumber")).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toHaveCount(0);
  await picture(page, "machines-company");
});

test("the responsible user is set by the user id", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Responsible, user ID" }).check();
  await page.keyboard.press("Escape");
  await page.locator('[col-id="responsibleId"]').first().scrollIntoViewIfNeeded();
  await at(page, "1021", "responsibleId");
  await page.keyboard.type("auth0|1110");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(cell(page, "1021", "responsibleId")).toHaveText("auth0|1110");
});

test("equipment that the server attaches and the list leaves out is read with its machine", async ({ page }) => {
  await openMachines(page, "fake=readOnly&theme=dark");
  await at(page, "1063", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1063/ });
  await expect(panel.getByText("E-2071", { exact: false })).toHaveCount(0);
  await panel.getByRole("button", { name: "Refresh equipment" }).click();
  await expect(panel.getByText("1 attached on the server")).toBeVisible();
  await expect(panel.getByRole("button", { name: "E-2071 Engcon EC219" })).toBeVisible();
  await panel.getByRole("button", { name: "E-2071 Engcon EC219" }).scrollIntoViewIfNeeded();
  await picture(page, "machines-equipment");
});
