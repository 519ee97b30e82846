/** A workbook that was exported from here and edited, while a colleague changed the same machines. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { paths } from "../desktop/service";
import { edited } from "../desktop/workbook";
import { calls, type Desktop, expectAccessible, test } from "../fixtures";
import { id, openMachines } from "./machines";

type Page = Parameters<typeof openMachines>[0];

/** Exports the machines, edits three of them in the file, lets a colleague change four, and checks the import. */
async function checkEdited(page: Page, { app, service }: Desktop): Promise<void> {
  await openMachines(page);
  const file = app.path("Fielddesk.xlsx");
  await app.choose(app.write("Fielddesk.xlsx", ""));
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: /Excel/ }).click();
  await expect.poll(() => readFileSync(file).length).toBeGreaterThan(0);
  const change = (number: string, values: object) =>
    service.call("production", "PATCH", `${paths.machines}/${id(page, number)}`, values);
  await change("1021", { hourMeter: 6420 });
  await change("1024", { hourMeter: 3890, department: "VA" });
  await change("1043", { hourMeter: 9200 });
  const cells = { "6412": "6431", "3880": "3912", "CAT 325 Next Gen": "CAT 325 NG", "2204": "2210" };
  await app.choose(app.write("Fielddesk.xlsx", edited(readFileSync(file), cells)));
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByRole("button", { name: /^Choose a file/ }).click();
  await page.getByRole("button", { name: "Check the rows" }).click();
}

test("what a colleague changed since the export stays, unless the file's value is used", async ({ page, desktop }) => {
  await checkEdited(page, desktop);
  await expect(page.getByText("2 rows were changed on the server, too, since the export")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Changed since/ })).toHaveText("Changed since2");
  await expect(page.getByRole("button", { name: /^Changed ?\d/ })).toHaveText("Changed2");
  const row = (number: string) => page.getByRole("row").filter({ has: page.getByText(number, { exact: true }) });
  await expect(row("1021")).toContainText("6 420 → 6 431");
  await expect(row("1021")).toContainText("exported: 6 412");
  await expect(page.getByRole("button", { name: "Import 2 rows" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Use the file’s value for 1021" }).check();
  await expect(page.getByRole("button", { name: "Import 3 rows" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await expect(page.getByText("1 row kept what was changed on the server since the export.")).toBeVisible();
  expect((await calls(page, "applyImport"))[0]?.[1]).toMatchObject({ all: false, except: [expect.any(Number)] });
  const { service } = desktop;
  const stored = async (number: string) => service.call("production", "GET", `${paths.machines}/${id(page, number)}`);
  expect(await stored("1021")).toMatchObject({ hourMeter: 6431 });
  expect(await stored("1024")).toMatchObject({ hourMeter: 3890, department: "VA", name: "CAT 325 NG" });
  expect(await stored("1043")).toMatchObject({ hourMeter: 9200 });
});
