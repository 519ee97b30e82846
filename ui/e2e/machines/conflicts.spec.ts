import { expect } from "@playwright/test";
import { test } from "../desk";
import { at, cell, openMachines } from "./machines";

test("somebody else changed the cell meanwhile: it is shown and asked, and a machine that is gone is said", async ({
  page,
}) => {
  await openMachines(page, "fake=meanwhile");
  for (const number of ["1112", "1205"]) {
    await at(page, number, "hourMeter");
    await page.keyboard.type("9999");
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /^Save/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: /^Changes/ });
  await expect(panel.getByText("Deleted meanwhile")).toBeVisible();
  await expect(panel.getByText("yours 9 999, now in service 4 163", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: /^1112/ }).click();
  await expect(page.getByText("Which one stays?", { exact: false })).toBeVisible();
  await page.keyboard.press("2");
  await expect(cell(page, "1112", "hourMeter")).toHaveText("4 163");
});
