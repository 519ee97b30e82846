/** History: what was replaced or removed, of a project and of everything. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { documentsOf } from "./desktop/colleague";
import { projectId } from "./desktop/data";
import { keepVersions, makeOld, rigging } from "./desktop/kept";
import { va } from "./desktop/office";
import { calls, expectAccessible, openDocuments, prepare, show, test } from "./fixtures";

const row = (page: Page, name: RegExp) => page.getByRole("listitem").filter({ hasText: name });

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
  await expectAccessible(page);
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
    {
      folder: null,
      target: { project, workOrder: null },
      section: null,
      name: null,
      connections: null,
      reason: null,
      day: null,
    },
    "SJA",
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone: 1 of 1 file.").first()).toBeVisible();
  expect(await names()).not.toContain("SJA sprengning uke 47.docx");
});

test("a version that appears is opened, saved elsewhere, put back; the undo covers nothing that came after it", async ({
  page,
  desktop,
}) => {
  const { app, service } = desktop;
  await prepare(page);
  await show(page, "/history");
  await expect(page.getByText("Nothing was replaced or deleted yet", { exact: false })).toBeVisible();
  await keepVersions(desktop);
  await expect(row(page, /HA-101/)).toContainText("Replaced · synced folder Tegninger VA");
  await expect(row(page, /SJA sprengning uke 47/)).toBeVisible();

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
  // Its folder is no longer synced: it can go back into its project.
  await expect(page.getByRole("button", { name: "Restore: Varslingsliste vakt november.xlsx" })).toBeVisible();
  await page.getByRole("button", { name: /^Open: plan.*\.exe/ }).click();
  await expect(page.getByText("so its folder was opened", { exact: false }).first()).toBeVisible();
  expect(await handed()).toMatchObject([{ opened: true }, { opened: false }]);

  const name = "HA-101 Oversiktsplan VA rev C.pdf";
  const file = app.path(`${va}/${name}`);
  const newest = readFileSync(file, "utf8");
  const restore = page.getByRole("button", { name: `Restore: ${name}` }).last();
  // Toasts of uploads have an Undo, too.
  const toast = page.getByRole("region", { name: "Just done" }).locator("div", { hasText: "restored" });
  const undo = toast.getByRole("button", { name: "Undo" });
  await restore.click();
  await undo.click();
  await expect(page.getByText("Undone: 1 of 1 file.").first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(newest);

  const project = await projectId(service, "production");
  const document = async () =>
    (await documentsOf(service, project, va)).find((each) => each.name === name)?.fileReferenceId;
  await restore.click();
  await expect(undo).toBeVisible();
  // A toast does not go while somebody points at it.
  await undo.hover();
  const before = await document();
  writeFileSync(file, "drawn after the restore\n");
  await expect.poll(document).not.toBe(before);
  await undo.click();
  await expect(page.getByText("was replaced", { exact: false }).first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("drawn after the restore\n");
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
  await openHistory(page);
  await page.getByRole("button", { name: "Delete old versions…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete old versions" });
  await expect(dialog.getByText("1 version (96 kB) can then no longer be restored:")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText("Varslingsliste vakt november.xlsx");
  await expectAccessible(page, { within: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await calls(page, "deleteVersions")).toEqual([]);
  await page.getByRole("button", { name: "Delete old versions…" }).click();
  await dialog.getByText("All", { exact: true }).click();
  await dialog.getByRole("button", { name: "Delete 6 versions" }).click();
  await expect(page.getByText("6 old versions deleted.").first()).toBeVisible();
  await expect(page.getByText("Nothing was replaced or deleted yet", { exact: false })).toBeVisible();
});
