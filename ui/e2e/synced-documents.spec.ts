/** Documents that a synced folder sent, and drops into the sections that it keeps. */

import { expect } from "@playwright/test";
import { calls, expectAccessible, openDocuments, test } from "./desk";

const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

test("a document of a synced folder says so and leads to the folder", async ({ page }) => {
  await openDocuments(page);
  const link = page.getByRole("link", { name: "Synced folder", exact: true }).first();
  await expect(link).toHaveAttribute("title", "Tegninger VA");
  await page.screenshot({ path: `${folder}/documents-synced.png`, animations: "disabled" });
  await expectAccessible(page);
  await link.click();
  await expect(page.getByRole("tab", { name: "Files", selected: true })).toBeVisible();
});

test("files for a section that a synced folder keeps are put into the folder instead, and leave the plan", async ({
  page,
}) => {
  await openDocuments(page);
  await page.keyboard.press("Control+o");
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  await expect(page.getByText("Still being saved").first()).toBeVisible();
  await expect(page.getByText(/files go to sections that the synced folder Tegninger VA keeps/)).toBeVisible();
  await page.screenshot({ path: `${folder}/plan-synced.png`, animations: "disabled" });
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Put \d+ into the folder instead$/ }).click();
  await expect(page.getByText("HA-310 Kum SK25–SK31.dwg")).toHaveCount(0);
  await expect(page.getByRole("alert").first()).toContainText("HB-140 Kryssing Hoveveien.pdf");
  expect((await calls(page, "putIntoFolders")).length).toBe(1);
  expect(await calls(page, "sendPlan")).toEqual([]);
});
