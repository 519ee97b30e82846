/** The list of synced folders and what is found from it. */

import { expect } from "@playwright/test";
import { closedProject, drawingsInStep, openInCad } from "../desktop/office";
import { prepare, show, test } from "../fixtures";
import { carryOut, openFolders, review } from "./folders";

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
  await expect(page.getByRole("button", { name: "Synced folders: 2 need action" })).toBeVisible();
  await page.getByRole("link", { name: "Synced folders. 2 need action" }).click();
  await review(page, /Tegninger VA/);
  await page.getByRole("button", { name: "Keep this one" }).first().click();
  await carryOut(page);
  await expect(page.getByRole("button", { name: "Synced folders: 1 needs action" })).toBeVisible();
  await desktop.service.noFaults();
  await desktop.app.call("compare_folder", { id: closed });
  await expect(page.getByRole("button", { name: "Synced folders: synced" })).toBeVisible();
});
