/** Synced folders: the list, a folder's tabs, conflicts, what stands still, and their settings. */

import { expect, type Page } from "@playwright/test";
import { closedProject, everyState, manyDeleted, picturesInConflict, stuck } from "../desktop/office";
import { takesPictures } from "../desktop/pictures";
import { desktopOf, prepare, show } from "../fixtures";
import { review, row } from "../folders/folders";
import { importList } from "../folders/import-list";
import type { Scene } from "./scene";

const caseOf = (page: Page, name: RegExp) => page.getByRole("option", { name });

/** Waits for the preview of a file, which only pictures have. */
async function drawnInPictures(page: Page): Promise<void> {
  if (takesPictures) await expect(page.getByRole("button", { name: /^Preview of/ }).first()).toBeVisible();
}

export const folders: Scene = async (page, look, begin) => {
  await prepare(page, begin);
  const { va } = await everyState(desktopOf(page));
  await show(page, "/folders");
  await expect(row(page, /Synced\. HMS felles/)).toBeVisible();
  await expect(row(page, /Syncing\. Modeller skole/)).toBeVisible();
  await look("folders");
  await review(page, /Stikningsdata/);
  await expect(page.getByText("14 of 34 are listed here.", { exact: false })).toBeVisible();
  await look("folder-gone");
  await show(page, `/folders/${va}/needs`);
  await expect(page.getByRole("button", { name: "Keep your version" })).toBeVisible();
  await drawnInPictures(page);
  await look("folder-conflict");
  await caseOf(page, /HB-140/).click();
  await expect(page.getByRole("button", { name: "Keep this one" }).first()).toBeVisible();
  await drawnInPictures(page);
  await look("folder-twins");
  for (const [tab, known] of [
    ["files", "HA-101 Oversiktsplan VA rev C.pdf"],
    ["activity", "4 new"],
    ["settings", "Never delete from the project"],
  ] as const) {
    await page.getByRole("tab", { name: new RegExp(tab, "i") }).click();
    await expect(page.getByText(known).filter({ visible: true }).first()).toBeVisible();
    await look(`folder-${tab}`);
  }
};

export const newFolder: Scene = async (page, look, begin) => {
  const { app } = desktopOf(page);
  await prepare(page, begin);
  await show(page, "/folders");
  await expect(page.getByText("Sync a folder with a project")).toBeVisible();
  await look("folders-empty");
  await app.choose(app.path("Tegninger etappe 3"));
  app.write("Tegninger etappe 3/Pumpestasjon/Armering/1.pdf");
  for (const at of [1, 2, 3]) app.write(`Tegninger etappe 3/Grøft/HC-10${at} Grøft plan ${at}.pdf`);
  await show(page, "/folders/new");
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await page.getByRole("button", { name: /P-2026-004/ }).click();
  await page.getByRole("radio", { name: "A section for each subfolder" }).check();
  await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
  await look("folder-wizard-sections");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("button", { name: "Start: upload 4 files" })).toBeVisible();
  await look("folder-wizard");
};

export const standing: Scene = async (page, look, begin) => {
  await prepare(page, begin);
  const { log, closed, film } = await stuck(desktopOf(page));
  await show(page, `/folders/${log}/needs`);
  await expect(page.getByRole("button", { name: "Upload current version" })).toBeVisible();
  await look("folder-unsettled");
  await show(page, `/folders/${closed}/needs`);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await look("folder-stopped");
  await show(page, `/folders/${film}/waiting`);
  await expect(page.getByRole("row", { name: /befaring 2/ })).toBeVisible();
  await look("folder-not-uploaded");
};

export const conflictPictures: Scene = async (page, look, begin) => {
  await prepare(page, begin);
  const id = await picturesInConflict(desktopOf(page));
  await show(page, `/folders/${id}/needs`);
  await caseOf(page, /HA-401/).click();
  await page.getByRole("button", { name: "Download and compare" }).click();
  await expect(page.getByRole("button", { name: /^Preview of/ })).toHaveCount(2);
  await look("folder-conflict-pictures-1366");
};

export const folderSettings: Scene = async (page, look, begin) => {
  const desktop = desktopOf(page);
  await prepare(page, begin);
  await manyDeleted(desktop);
  await closedProject(desktop);
  await show(page, "/settings");
  const rules = page.getByRole("region", { name: "Custom ignore rules" });
  await rules.getByRole("textbox").fill("* 19?.csv\n*2?0.csv");
  await rules.getByRole("button", { name: "Preview changes" }).click();
  await expect(rules.getByText(/files would be ignored/)).toBeVisible();
  await importList(desktop);
  await page.getByRole("button", { name: "Import a list…" }).click();
  await expect(page.getByText("2 folders were not imported:")).toBeVisible();
  await page.getByRole("heading", { name: "Synced folders" }).evaluate((title) => title.scrollIntoView());
  await look("settings-folders");
  await show(page, "/settings");
  await page.getByRole("button", { name: /^More for Fjordvik Anlegg AS/ }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(page.getByRole("dialog").getByText("Stikningsdata Tengesdal", { exact: true })).toBeVisible();
  await look("settings-remove");
};
