/** The list of synced folders and what is found from it. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { seededDrawings } from "../desktop/data";
import { closedProject, drawingsInStep, openInCad, va } from "../desktop/office";
import { prepare, show, test } from "../fixtures";
import { showWith } from "../layout/settings";
import { carryOut, openFolders, review, row } from "./folders";

test("old content comes back from the history", async ({ page, desktop }) => {
  const { app } = desktop;
  const name = "HA-305 Kum SK14–SK19.dwg";
  await prepare(page);
  await drawingsInStep(desktop);
  const file = app.write(`${va}/${name}`, "a revision that was wrong\n");
  await openFolders(page);
  await page.getByRole("link", { name: va }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: /^Restore: HA-305/ }).click();
  await expect(page.getByText(`${name} is restored to the folder and will be uploaded.`).first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(new Map(seededDrawings()).get(name));
});

test("the project of a folder is readable where there is no column for it", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInStep(desktop);
  for (const [width, textSizePercent] of [
    [1_024, 100],
    [1_024, 125],
    [1_366, 125],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await openFolders(page);
    await showWith(page, { textSizePercent });
    const folder = row(page, /Tegninger VA/);
    const name = await folder.getByRole("link", { name: va }).boundingBox();
    const place = folder.getByText(/^P-2026-\d+ · /);
    await expect(place).toBeInViewport({ ratio: 1 });
    const project = await place.boundingBox();
    expect(project?.y, `under the name at ${width}, ${textSizePercent} %`).toBeGreaterThan(name?.y ?? Number.NaN);
    expect(project?.x).toBeCloseTo(name?.x ?? Number.NaN, 0);
  }
});

test("any file is explained, and found in its folder", async ({ page, desktop }) => {
  await prepare(page);
  await openInCad(desktop);
  await openFolders(page);
  await page.keyboard.press("w");
  await page.keyboard.type("k-20");
  // Two revisions fit what was typed.
  await expect(page.getByText("Open in AutoCAD LT", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Show in Armering bru" }).first().click();
  await expect(page.getByRole("tab", { name: /Not uploaded/, selected: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /K-202 Armering/ })).toBeVisible();
});

test("the worst folder is told everywhere, and the counter goes when nobody is needed", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInStep(desktop);
  const closed = await closedProject(desktop);
  await show(page);
  await expect(page.getByRole("button", { name: "Synced folders: 2 to review" })).toBeVisible();
  await page.getByRole("link", { name: "Synced folders. 2 to review" }).click();
  await review(page, /Tegninger VA/);
  await page.getByRole("button", { name: "Keep this one" }).first().click();
  await carryOut(page);
  await expect(page.getByRole("button", { name: "Synced folders: 1 to review" })).toBeVisible();
  await desktop.service.noFaults();
  await desktop.app.call("compare_folder", { id: closed });
  await expect(page.getByRole("button", { name: "Synced folders: synced" })).toBeVisible();
});
