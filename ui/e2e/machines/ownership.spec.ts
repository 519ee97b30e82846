import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { cell, openMachines } from "./machines";

test("the company and the responsible user are columns that can be filtered by", async ({
  page,
  desktop: { service },
}) => {
  await openMachines(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Company" }).check();
  await page.getByRole("checkbox", { name: "Responsible, user ID" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Company" }).click();
  await page.getByRole("checkbox", { name: service.ready.environments.production.subsidiaryId }).check();
  await page.keyboard.press("Escape");
  await expect(cell(page, "1310", "machineNumber")).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toHaveCount(0);
});
