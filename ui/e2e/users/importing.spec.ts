/** A spreadsheet of users: old and new of each value, imported and undone as a whole. */

import { expect } from "@playwright/test";
import { calls, hold, test } from "../fixtures";
import { at, cell, enabled, openUsers, stored } from "./users";

test("a file dropped on the users is imported and the import is undone", async ({ page, desktop: { app } }) => {
  const users = await openUsers(page);
  const [first, second] = [at(enabled(users), 0), at(enabled(users), 1)];
  const table = [
    "Ansattnummer;Fornavn;Avdeling",
    `${first.employeeNumber};${first.firstName};Ny avdeling`,
    `${second.employeeNumber};${second.firstName};Ny avdeling`,
    "000000;Ingen;Ny avdeling",
  ].join("\n");
  const paths = [app.write("Ansatte.csv", `${table}\n`)];
  await hold(page, paths, { x: 700, y: 450 }, page.getByText("Import into Users").first());
  await app.drag({ step: "drop", paths, x: 700, y: 450 });
  await expect(page.getByRole("heading", { name: "Import “Ansatte.csv”" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Create new users/ })).not.toBeChecked();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("1 row with errors is skipped")).toBeVisible();
  await expect(page.getByText("There is no user 000000")).toBeVisible();
  await expect(
    page.getByRole("row", { name: new RegExp(`^\\d+ ${first.employeeNumber} .* Changed .*Ny avdeling`) }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  expect((await stored(page, first.employeeNumber)).department).toBe("Ny avdeling");
  await page.getByRole("button", { name: "Undo the whole import" }).click();
  await expect(page.getByText("Undone: 2 of 2")).toBeVisible();
  expect(await calls(page, "revertBatch")).toHaveLength(1);
  expect((await stored(page, first.employeeNumber)).department ?? "").toBe(first.department ?? "");
  await page.getByRole("button", { name: "Go to Users" }).click();
  await expect(cell(page, first, "department")).toHaveText(first.department ?? "");
});
