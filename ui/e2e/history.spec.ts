/** History: what was replaced or removed, of a project and of everything. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { documentsOf } from "./desktop/colleague";
import { projectId } from "./desktop/data";
import { keepVersions, makeOld, rigging } from "./desktop/kept";
import { va } from "./desktop/office";
import { calls, desktopOf, expectAccessible, open, openDocuments, prepare, show, test } from "./fixtures";

const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

const row = (page: Page, name: RegExp) => page.getByRole("listitem").filter({ hasText: name });

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

/** Shows the versions that were kept by an app that is prepared already. */
async function openHistory(page: Page): Promise<void> {
  await show(page, "/history");
  await expect(row(page, /HA-101/)).toBeVisible();
}

test("what was deleted by hand is found in the history of its project, by keyboard, and restored", async ({
  page,
  desktop,
}) => {
  await prepare(page);
  await keepVersions(desktop);
  const project = await projectId(desktop.service, "production");
  const names = async () => (await documentsOf(desktop.service, project, rigging)).map(({ name }) => name);
  expect(await names()).not.toContain("SJA sprengning uke 47.docx");
  await openDocuments(page);
  await page.getByRole("radio", { name: "Documents" }).press("ArrowRight");
  await expect(row(page, /SJA sprengning uke 47/)).toContainText("Deleted · manually");
  await expect(row(page, /HA-101/)).toContainText("Replaced · synced folder Tegninger VA");
  await picture(page, "history-project");
  await page.getByRole("textbox", { name: "Search in History" }).fill("SJA");
  await expect(row(page, /HA-101/)).toHaveCount(0);
  const restore = page.getByRole("button", { name: "Restore: SJA sprengning uke 47.docx" });
  await restore.press("Enter");
  await expect(page.getByText("SJA sprengning uke 47.docx is restored to the project.").first()).toBeVisible();
  expect(await names()).toContain("SJA sprengning uke 47.docx");
  await expect(restore).toHaveAttribute("aria-disabled", "false");
  await restore.press("Enter");
  await expect(
    page.getByText("The project already has this version of SJA sprengning uke 47.docx.").first(),
  ).toBeVisible();
  expect(await calls(page, "keptVersions")).toContainEqual([
    { folder: null, target: { project, workOrder: null }, section: null, name: null },
    "SJA",
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("SJA sprengning uke 47.docx is deleted again.").first()).toBeVisible();
  expect(await names()).not.toContain("SJA sprengning uke 47.docx");
});

test("a version goes back into its folder, and an undo brings back what it covered", async ({ page, desktop }) => {
  await prepare(page);
  await keepVersions(desktop);
  await openHistory(page);
  const file = desktop.app.path(`${va}/HA-101 Oversiktsplan VA rev C.pdf`);
  const newest = readFileSync(file, "utf8");
  await page.getByRole("button", { name: "Restore: HA-101 Oversiktsplan VA rev C.pdf" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("HA-101 Oversiktsplan VA rev C.pdf is as it was before.").first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(newest);
});

test("the undo of a restore covers nothing that came after it", async ({ page, desktop }) => {
  await prepare(page);
  await keepVersions(desktop);
  await openHistory(page);
  const name = "HA-101 Oversiktsplan VA rev C.pdf";
  await page.getByRole("button", { name: `Restore: ${name}` }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // A toast does not go while somebody points at it.
  await page.getByRole("button", { name: "Undo" }).hover();
  const file = desktop.app.path(`${va}/${name}`);
  const restored = readFileSync(file, "utf8");
  const project = await projectId(desktop.service, "production");
  const content = async () => {
    const found = (await documentsOf(desktop.service, project, va)).find((document) => document.name === name);
    return found?.fileReferenceId;
  };
  const before = await content();
  writeFileSync(file, "drawn after the restore\n");
  await expect.poll(content, { timeout: 30_000 }).not.toBe(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("was replaced", { exact: false }).first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("drawn after the restore\n");
  expect(restored).not.toBe("drawn after the restore\n");
});

test("what is replaced and removed while the history is open appears in it", async ({ page, desktop }) => {
  await prepare(page);
  await show(page, "/history");
  await expect(page.getByText("Nothing was replaced or deleted yet", { exact: false })).toBeVisible();
  await keepVersions(desktop);
  await expect(row(page, /HA-101/)).toContainText("Replaced · synced folder Tegninger VA");
  await expect(row(page, /SJA sprengning uke 47/)).toBeVisible();
});

test("while the pointer is in the list, newer versions wait, and the count beside it counts what is shown", async ({
  page,
  desktop,
}) => {
  await prepare(page);
  await keepVersions(desktop);
  await openHistory(page);
  const sum = page.getByText(/^\d+ versions · /);
  await expect(sum).toContainText("6 versions");
  await row(page, /HA-101/).hover();
  desktop.app.write(`${va}/HA-101 Oversiktsplan VA rev C.pdf`, "rev E\n");
  await expect(sum).toContainText("· 1 newer", { timeout: 30_000 });
  await expect(sum).toContainText("6 versions");
  await expect(row(page, /HA-101/)).toHaveCount(1);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(sum).toContainText("7 versions");
  await expect(sum).not.toContainText("newer");
});

test("a version is opened, saved elsewhere, and one whose folder is no longer synced cannot go back there", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  await keepVersions({ app, service });
  await openHistory(page);
  await page.getByRole("button", { name: "Open: Riggplan Hoveveien rev B.pdf" }).click();
  const handed = async () => (await app.seen()).handed;
  await expect.poll(handed).toMatchObject([{ opened: true }]);
  const [copy] = await handed();
  expect(readFileSync(copy?.what ?? "", "utf8"), "the old content").toBe("Riggplan Hoveveien rev B.pdf 1\n");
  const saved = app.path("Vaktliste.xlsx");
  await app.choose(saved);
  await page.getByRole("button", { name: "Save as…: Varslingsliste vakt november.xlsx" }).click();
  await expect(page.getByText("Varslingsliste vakt november.xlsx saved.").first()).toBeVisible();
  expect(readFileSync(saved)).toHaveLength(96_000);
  await expect(page.getByRole("button", { name: "Restore: Varslingsliste vakt november.xlsx" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Open: plan.*\.exe/ }).click();
  await expect(page.getByText("so its folder was opened", { exact: false }).first()).toBeVisible();
  expect(await handed()).toMatchObject([{ opened: true }, { opened: false }]);
  await page.getByRole("link", { name: "synced folder Tegninger VA" }).first().click();
  await expect(page.getByRole("tab", { name: "History", selected: true })).toBeVisible();
});

test("on a full disk kept versions are deleted: what cannot be restored any more is named first", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  await keepVersions({ app, service });
  await app.restartOnFullDisk((data) => makeOld(data, "Varslingsliste vakt november.xlsx", 17));
  await app.connect("production");
  await app.settings({ theme: "dark" });
  await openHistory(page);
  await picture(page, "history-full-dark");
  await app.settings({ theme: "light" });
  await openHistory(page);
  await page.getByRole("button", { name: "Delete kept versions…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete kept versions" });
  await expect(dialog.getByText("1 version (96 kB) can then no longer be restored:")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText("Varslingsliste vakt november.xlsx");
  await picture(page, "history-delete");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await calls(page, "deleteVersions")).toEqual([]);
  await page.getByRole("button", { name: "Delete kept versions…" }).click();
  await dialog.getByText("All", { exact: true }).click();
  await dialog.getByRole("button", { name: "Delete 6 versions" }).click();
  await expect(page.getByText("6 kept versions deleted.").first()).toBeVisible();
  await expect(page.getByText("Nothing was replaced or deleted yet", { exact: false })).toBeVisible();
});

test("offline the list is there; what needs the server says so", async ({ page, desktop }) => {
  await prepare(page);
  await keepVersions(desktop);
  await desktop.service.stop();
  await openHistory(page);
  await page.getByRole("button", { name: "Restore: Riggplan Hoveveien rev B.pdf" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 30_000 });
  await expect(row(page, /HA-101/)).toBeVisible();
});

test("pictures in light and dark and in every language", async ({ page, desktop }) => {
  await prepare(page);
  await keepVersions(desktop);
  for (const [name, settings] of [
    ["history", {}],
    ["history-dark", { theme: "dark" }],
    ["history-nb", { language: "nb" }],
    ["history-sv", { language: "sv" }],
  ] as const) {
    await desktopOf(page).app.settings(settings);
    await openHistory(page);
    await picture(page, name);
  }
});

test("picture: nothing kept yet", async ({ page }) => {
  await open(page, { at: "/history" });
  await expect(page.getByText("Nothing was replaced or deleted yet", { exact: false })).toBeVisible();
  await picture(page, "history-empty");
});
