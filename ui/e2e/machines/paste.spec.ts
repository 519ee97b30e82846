import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { at, cell, prepareMany, showMachines } from "./machines";

test("a paste of 5,000 cells with 40 bad ones: the good are pending, the bad are named, and one undo takes all back", async ({
  page,
}) => {
  await prepareMany(page, 2_600);
  await showMachines(page);
  await expect(page.getByText(/^2.600 machines/)).toBeVisible();
  await at(page, "1021", "department");
  const rows = Array.from({ length: 2_500 }, (_, row) => `Avd ${row}\t${row < 40 ? "tusen" : 10_001 + row}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.join("\n"));
  await page.keyboard.press("Control+v");
  await expect(page.getByText(/^5.?000 unsaved changes$/)).toBeVisible();
  await expect(page.getByRole("complementary", { name: "40 cells not understood" })).toBeVisible();
  await expect(cell(page, "1021", "hourMeter")).toHaveText("tusen");
  await at(page, "1024", "department");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("unsaved change", { exact: false })).toHaveCount(0);
});
