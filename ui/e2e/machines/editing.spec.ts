import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, openMachines } from "./machines";

test("cells are typed, wrong ones keep their text, undo survives a sort, and saving sends what changed", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1112", "hourMeter");
  await page.keyboard.type("4163");
  await page.keyboard.press("Enter");
  await expect(cell(page, "1112", "hourMeter")).toHaveText("4 163");
  await at(page, "1118", "hourMeter");
  await page.keyboard.type("mange");
  await page.keyboard.press("Enter");
  await at(page, "1118", "hourMeter");
  await expect(page.getByText("“mange” is not a number")).toBeVisible();
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  // A sort clears the grid's own undo; ours is a list of commands.
  await page.getByRole("columnheader", { name: "Department" }).click();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await page.keyboard.press("Control+y");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(page.getByText("unsaved change", { exact: false })).toHaveCount(0);
});

test("numbers, dates and fuel are not emptied, and the cell says that the service has no way", async ({ page }) => {
  await openMachines(page);
  await at(page, "1112", "hourMeter");
  await page.keyboard.press("Delete");
  await expect(page.getByText("A number can be changed but not cleared", { exact: false })).toBeVisible();
  await at(page, "1112", "serviceDate");
  await page.keyboard.press("Delete");
  await expect(page.getByText("A date can be changed but not cleared", { exact: false })).toBeVisible();
});

test("a column is copied and pasted, a rectangle is drawn with Shift and the arrows, and filled down", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1203", "department");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  expect(await calls(page, "copyText")).toEqual([["Masse\t8241\nMasse\t8066"]]);
  await page.evaluate(() => navigator.clipboard.writeText("VA\t9000\nVA\tti tusen\nVA\t9002"));
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("complementary", { name: "1 cell not understood" })).toBeVisible();
  await expect(cell(page, "1205", "department")).toHaveText("VA");
  await expect(cell(page, "1205", "hourMeter")).toHaveText("9 002");
  await expect(page.getByText("6 unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Discard 1 cell" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("5 unsaved changes")).toBeVisible();
  await at(page, "1112", "department");
  for (let row = 0; row < 2; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+d");
  await expect(cell(page, "1118", "department")).toHaveText("Masse");
});

test("Production is named before many machines are saved, and Esc leaves everything pending", async ({ page }) => {
  await openMachines(page);
  for (const number of ["1112", "1024"]) {
    await at(page, number, "hourMeter");
    await page.keyboard.type("9999");
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Control+s");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Production: this changes 2 machines of Fjordvik Anlegg AS.");
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  expect(await calls(page, "saveEdits")).toEqual([]);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /^Save/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 machines saved.").first()).toBeVisible();
});
