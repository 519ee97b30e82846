/** Toasts of acts that ended: their words, and that they cover nothing that could be pressed. */

import { existsSync } from "node:fs";
import { expect } from "@playwright/test";
import { projectId } from "./desktop/data";
import { send } from "./desktop/files";
import { open, openDocuments, test } from "./fixtures";

test("files that were uploaded together and a file that was saved are told, with the way to them", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  const toasts = page.getByRole("region", { name: "Just done" });
  const plan = page.getByRole("treegrid", { name: "Files to upload" });
  await app.copyFiles(app.write("Notat A.pdf"), app.write("Notat B.pdf"), app.write("Notat C.pdf"));
  await page.keyboard.press("Control+v");
  await expect(plan).toBeFocused();
  for (let left = 3; left > 0; left -= 1) await page.keyboard.press("1");
  await page.getByRole("button", { name: "Upload 3 files to P-2026-004" }).click();
  // It does not go while the pointer is on it.
  await toasts.getByText(/^3 files uploaded to .*P-2026-004/).hover();
  await expect(toasts.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("Control+,");
  await toasts.getByRole("button", { name: "Show documents" }).click();
  await expect(page.getByRole("heading", { name: "Høydebasseng Storåsen" })).toBeVisible();

  await page.getByRole("row", { name: /Riggplan Hoveveien rev B/ }).click();
  const saved = app.path("Riggplan lagret.pdf");
  await app.choose(saved);
  await page.keyboard.press("Control+Shift+s");
  await expect(toasts.getByText("Riggplan Hoveveien rev B.pdf saved.")).toBeVisible();
  await expect(toasts.getByRole("button", { name: "Show in folder" })).toBeVisible();
  expect(existsSync(saved)).toBe(true);
});

test("toasts cover no button of the settings", async ({ page }) => {
  await open(page, { at: "/settings" });
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+z");
  const toast = page.getByRole("region", { name: "Just done" });
  await expect(toast.getByText("Nothing to undo.")).toBeVisible();
  const covered = await toast.evaluate((section) => {
    const { top, right } = section.getBoundingClientRect();
    const scroller = document.querySelector("main [class*=groups]");
    if (scroller === null) throw new Error("The settings have groups.");
    // What scrolls ends above the toast, so that every button in it can be brought into view.
    const beside = scroller.getBoundingClientRect();
    return beside.left < right && beside.bottom > top + 1;
  });
  expect(covered).toBe(false);
  const [toastBox, navigation, status] = await Promise.all(
    [toast, page.getByRole("navigation", { name: "Main navigation" }), page.getByRole("contentinfo")].map((part) =>
      part.boundingBox(),
    ),
  );
  if (toastBox == null || navigation == null || status == null) throw new Error("The window has all three.");
  expect(toastBox.x).toBeGreaterThanOrEqual(navigation.x + navigation.width);
  expect(toastBox.y + toastBox.height).toBeLessThanOrEqual(status.y + 1);
});

test("toasts cover no button that saves, however long the name in them is", async ({
  page,
  desktop: { app, service },
}) => {
  await openDocuments(page);
  const name = "Varslingsliste_for_vakt_og_beredskap_i_november_og_desember_2026_revidert.pdf";
  await send(app, await projectId(service, "production"), "HMS og rigg", name);
  // On its way it is no document yet that could be saved.
  await page.getByRole("row", { name: `In project. ${name}` }).click();
  await app.choose(app.path(name));
  await page.keyboard.press("Control+Shift+s");
  const toasts = page.getByRole("region", { name: "Just done" });
  const saved = toasts.getByText(`${name} saved.`);
  await expect(saved).toBeVisible();
  // It does not go while the pointer is on it.
  await saved.hover();
  await app.copyFiles(app.write("Notat A.pdf"));
  await page.keyboard.press("Control+v");
  const upload = page.locator("main footer").getByRole("button", { name: /^(Upload|No files selected)/ });
  await expect(upload).toBeVisible();
  const [toast, button] = await Promise.all([toasts.boundingBox(), upload.boundingBox()]);
  if (toast === null || button === null) throw new Error("The window has both.");
  const inToast = await toasts
    .getByRole("button")
    .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
  expect(Math.max(inToast, toast.x + toast.width)).toBeLessThan(button.x);
  expect(toast.y + toast.height).toBeLessThanOrEqual(button.y);
});
