/** Changes to many files of a folder at once: new names, damage, a folder that is not there and comes back. */

import { readFileSync, renameSync } from "node:fs";
import { expect } from "@playwright/test";
import { contentOf, documentsOf } from "../desktop/colleague";
import { projectId } from "../desktop/data";
import { mirror, says, toldOf, writeFolder } from "../desktop/folders";
import { calls, prepare, test } from "../fixtures";
import { carryOut, openFolders, review, row } from "./folders";

const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `Plan ${String(at + 1).padStart(2, "0")}.pdf`);

test("a file that was renamed is one event, confirmed by one key", async ({ page, desktop }) => {
  const { app, service } = desktop;
  await prepare(page);
  const project = await projectId(service, "production");
  const id = await mirror(app, { name: "Planer", project, section: "Planer", files: names(12) });
  renameSync(app.path("Planer/Plan 01.pdf"), app.path("Planer/A-101.pdf"));
  const listed = async () => (await documentsOf(service, project, "Planer")).map(({ name }) => name);
  await expect.poll(listed, "the new name is uploaded at once").toContain("A-101.pdf");
  await says(app, id, { waiting: 1 });
  await app.later(61);
  await app.call("compare_folder", { id });
  await says(app, id, { state: "needsDecision", gone: 1, renamed: 1, inStep: 12, files: 13 });
  expect(await listed(), "both names until confirmed").toContain("Plan 01.pdf");

  await openFolders(page);
  await expect(row(page, /Planer/).getByText("12 others synced.", { exact: false })).toBeVisible();
  await review(page, /Planer/);
  await expect(page.getByRole("option", { name: /Plan 01\.pdf renamed to A-101\.pdf/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: /All files ?13/ })).toBeVisible();
  await page.keyboard.press("1");
  await carryOut(page);
  await expect.poll(listed).not.toContain("Plan 01.pdf");
  await says(app, id, { state: "inStep", files: 12 });
});

test("damaged files wait, and come back by one click", async ({ page, desktop }) => {
  test.slow();
  const { app, service } = desktop;
  await prepare(page);
  const project = await projectId(service, "production");
  const files = names(60).map((name) => [name, `%PDF-1.7 ${name}\n`] as const);
  const id = await mirror(app, { name: "Planer", project, section: "Planer", files });
  const locked = names(60).map((name) => [name, "\u0001\u0002 locked\n"] as const);
  // While no app runs, so that all are seen at once: the first of more would be let through.
  await app.restart(() => writeFolder(app, { name: "Planer", files: locked }));
  await prepare(page);
  await says(app, id, { state: "needsDecision", damaged: 60 });
  const [first] = await documentsOf(service, project, "Planer");
  expect(await contentOf(service, project, first?.fileReferenceId ?? "")).toMatch(/^%PDF/);

  await openFolders(page);
  await review(page, /Planer/);
  await expect(page.getByRole("heading", { name: "60 of 60 files changed" })).toBeVisible();
  await page.getByRole("button", { name: "Restore 60 files" }).click();
  await carryOut(page);
  // Sixty documents are downloaded one by one.
  await expect.poll(async () => (await toldOf(app, id))?.state, { timeout: 90_000 }).toBe("inStep");
  expect(readFileSync(app.path("Planer/Plan 07.pdf"), "utf8")).toBe("%PDF-1.7 Plan 07.pdf\n");
});

test("a folder that comes back is synced again, its first saved file too", async ({ page, desktop }) => {
  const { app, service } = desktop;
  await prepare(page);
  const project = await projectId(service, "production");
  const id = await mirror(app, { name: "Rigg", project, section: "Rigg", files: names(3) });
  renameSync(app.path("Rigg"), app.path("elsewhere"));
  await says(app, id, { state: "offline", reason: "folderAway" });
  await openFolders(page);
  await expect(row(page, /Offline\. Rigg/).getByRole("button", { name: /^Folder was moved…/ })).toBeVisible();
  await app.choose(app.path("elsewhere"));
  await row(page, /Offline\. Rigg/)
    .getByRole("button", { name: /^Folder was moved…/ })
    .click();
  await says(app, id, { state: "inStep" });
  expect(await calls(page, "moveFolder")).toEqual([[id]]);

  renameSync(app.path("elsewhere"), app.path("Rigg"));
  await says(app, id, { state: "offline" });
  renameSync(app.path("Rigg"), app.path("elsewhere"));
  await says(app, id, { state: "inStep" });
  app.write("elsewhere/Ny plan.pdf");
  const listed = async () => (await documentsOf(service, project, "Rigg")).map(({ name }) => name);
  await expect.poll(listed).toContain("Ny plan.pdf");
});
