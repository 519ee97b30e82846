/** History: what was replaced or removed, of a project and of everything. */

import { expect, type Page } from "@playwright/test";
import { calls, expectAccessible, openDocuments, test } from "./desk";

const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function openHistory(page: Page, query = "fake="): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/?${query}#/history`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const row = (page: Page, name: RegExp) => page.getByRole("listitem").filter({ hasText: name });

test("what was deleted by hand is found in the history of its project, by keyboard, and restored", async ({ page }) => {
  await openDocuments(page);
  await page.getByRole("radio", { name: "Documents" }).press("ArrowRight");
  const deleted = row(page, /SJA sprengning uke 46/);
  await expect(deleted).toContainText("Deleted · by hand");
  await expect(row(page, /HA-101/)).toContainText("Replaced · synced folder Tegninger VA");
  await page.getByRole("textbox", { name: "Search in History" }).fill("SJA");
  await expect(row(page, /HA-101/)).toHaveCount(0);
  await page.getByRole("button", { name: "Restore: SJA sprengning uke 46.docx" }).press("Enter");
  await expect(page.getByText("SJA sprengning uke 46.docx is restored to the project.").first()).toBeVisible();
  expect(await calls(page, "restoreVersion")).toEqual([[498]]);
  expect(await calls(page, "keptVersions")).toContainEqual([
    { folder: null, target: { project: "project-P-2026-004", workOrder: null } },
    "SJA",
  ]);
});

test("a version is opened, saved elsewhere, and one whose folder is no longer synced cannot go back there", async ({
  page,
}) => {
  await openHistory(page);
  await page.getByRole("button", { name: "Open: Riggplan Hoveveien rev B.pdf" }).click();
  await page.getByRole("button", { name: "Save as…: Varslingsliste vakt november.xlsx" }).click();
  await expect(page.getByText("Varslingsliste vakt november.xlsx saved.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore: Varslingsliste vakt november.xlsx" })).toHaveCount(0);
  await page.getByRole("button", { name: "Open: HA-305 Kum SK14–SK19.dwg" }).click();
  await expect(page.getByText("so its folder was opened", { exact: false }).first()).toBeVisible();
  await page.getByRole("link", { name: "synced folder Tegninger VA" }).first().click();
  await expect(page.getByRole("tab", { name: "History", selected: true })).toBeVisible();
});

test("on a full disk kept versions are deleted: what cannot be restored any more is named first", async ({ page }) => {
  await openHistory(page, "fake=historyFull");
  await page.getByRole("button", { name: "Delete kept versions…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete kept versions" });
  await expect(dialog.getByText("1 version (96 kB) can then no longer be restored:")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText("Varslingsliste vakt november.xlsx");
  await page.screenshot({ path: `${folder}/history-delete.png`, animations: "disabled" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await calls(page, "deleteVersions")).toEqual([]);
  await page.getByRole("button", { name: "Delete kept versions…" }).click();
  await dialog.getByText("All", { exact: true }).click();
  await dialog.getByRole("button", { name: "Delete 9 versions" }).click();
  await expect(page.getByText("9 kept versions deleted.").first()).toBeVisible();
  await expect(page.getByText("Nothing was replaced or removed yet", { exact: false })).toBeVisible();
});

test("offline the list is there; what needs the server says so", async ({ page }) => {
  await openHistory(page, "fake=offline");
  await page.getByRole("button", { name: "Restore: Riggplan Hoveveien rev B.pdf" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(row(page, /HA-101/)).toBeVisible();
});

for (const [name, query] of [
  ["history", "fake="],
  ["history-dark", "fake=&theme=dark"],
  ["history-nb", "fake=&lang=nb"],
  ["history-sv", "fake=&lang=sv"],
  ["history-empty", "fake=noHistory"],
  ["history-full-dark", "fake=historyFull&theme=dark"],
] as const)
  test(`picture: ${name}`, async ({ page }) => {
    await openHistory(page, query);
    await expect(page.getByRole("textbox").last()).toBeVisible();
    await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
    await expectAccessible(page);
  });

test("picture: history of a project", async ({ page }) => {
  await openDocuments(page);
  await page.getByRole("radio", { name: "Documents" }).press("ArrowRight");
  await expect(row(page, /HA-101/)).toBeVisible();
  await page.screenshot({ path: `${folder}/history-project.png`, animations: "disabled" });
  await expectAccessible(page);
});
