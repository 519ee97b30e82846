import { expect } from "@playwright/test";
import { importFile } from "../desktop/files";
import { calls, expectAccessible, test } from "../fixtures";
import { cell, knownOnly, openMachines } from "./machines";

test("a file is imported: bad rows stay out, one is repaired, the rest is applied and taken back", async ({
  page,
  desktop: { app },
}) => {
  await openMachines(page);
  await app.choose(importFile(app));
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByRole("button", { name: "Choose a file…" }).click();
  await expect(page.getByRole("cell", { name: "Forbruk" })).toBeVisible();
  await knownOnly(page);
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("4 rows with errors are skipped")).toBeVisible();
  await page.getByRole("button", { name: "Use 1204" }).click();
  await expect(page.getByText("3 rows with errors are skipped")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Hour meter Timer" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps of the import" }).getByText("done")).toHaveCount(2);
  await page.getByRole("button", { name: /^Import \d+ rows$/ }).click();
  await expect(page.getByText(/^\d+ of \d+ done/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo the whole import" }).click();
  await expect(page.getByText(/^Undone: \d+ of \d+/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo the whole import" })).toHaveCount(0);
  expect(await calls(page, "revertBatch")).toHaveLength(1);
  await page.getByRole("button", { name: "To the machines" }).click();
  await expect(cell(page, "1021", "hourMeter")).toHaveText("6 412");
});
