import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { openMachines } from "./machines";

test("search, views, filters and columns decide what is seen, and nothing matching says what hides it", async ({
  page,
}) => {
  await openMachines(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("a30g");
  await expect(page.getByText("5 of 70", { exact: false })).toBeVisible();
  await page.keyboard.type(" finnes ikke");
  await expect(page.getByText("No machine matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Blocked/ })
    .click();
  await expect(page.getByText("4 of 70", { exact: false })).toBeVisible();
  await page.getByRole("toolbar").getByRole("button", { name: /^All/ }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("checkbox", { name: "Fjell" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Remove the filter Department: Fjell/ })).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Serial number" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Serial number" })).toBeAttached();
});
