/** A folder is added by a dialog or by a drop; only the last step sends anything. */

import { expect } from "@playwright/test";
import { documentsOf } from "../desktop/colleague";
import { projectId } from "../desktop/data";
import { mirror, writeFolder } from "../desktop/folders";
import { keepWriting } from "../desktop/programs";
import { paths } from "../desktop/service";
import { calls, hold, prepare, test } from "../fixtures";
import { openFolders, openNoFolders, row } from "./folders";

test("a folder is added by dialog: project, sections with their names, the plan, and only then anything is sent", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  const project = await projectId(service, "production");
  await mirror(app, { name: "Tegninger VA", project, section: "Kummer", files: ["HA-401 Plan.pdf"] });
  const name = "Tegninger etappe 3";
  const new_ = ["Notat.pdf", "Grøft/1.pdf", "Grøft/2.pdf", "Kummer/1.dwg", "Pumpestasjon/1.pdf"];
  const files = ["Kontrollplan VA-ledninger.pdf", ...new_, "Pumpestasjon/Armering/1.pdf", "~$Notat.docx"];
  await app.choose(writeFolder(app, { name, files }));
  keepWriting(app, `${name}/Tegningsliste.xlsx`);
  await service.fault({
    method: "POST",
    path: `/core${paths.projects}/${project}`,
    times: 1,
    action: { delayMs: 3_000 },
  });

  await openFolders(page);
  await page.getByRole("button", { name: "Add folder…" }).click();
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByText(/^\d+ of \d+ projects shown\. Type to find more\.$/)).toBeVisible();
  await page.getByRole("textbox", { name: "Number or name" }).fill("storåsen");
  await page.getByRole("button", { name: /P-2026-004/ }).click();
  const bySubfolder = page.getByRole("radio", { name: "A section for each subfolder" });
  await bySubfolder.check();
  const dot = page.locator(".mantine-Radio-inner", { has: bySubfolder }).locator("svg");
  expect((await dot.boundingBox())?.width, "a dot inside its circle").toBeLessThan(12);
  await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("6 new")).toBeVisible();
  await expect(page.getByText("“Tegninger VA” is synced to the same section", { exact: false })).toBeVisible();
  await expect(page.getByText("1 already in the project, compared first")).toBeVisible();
  await expect(page.getByText("1 waiting")).toBeVisible();
  await expect(page.getByText(/only in the project, not changed/)).toBeVisible();
  await expect(page.getByText("Office lock files: 1 file")).toBeVisible();
  expect(await calls(page, "startFolder"), "nothing is sent by looking").toEqual([]);
  expect(await documentsOf(service, project, "Grøft")).toEqual([]);
  await page.getByRole("button", { name: "Start: upload 6 files" }).click();
  await expect(row(page, /Syncing\. Tegninger etappe 3/)).toBeVisible();
  await expect.poll(() => documentsOf(service, project, "Grøft")).toHaveLength(2);
  await expect.poll(() => documentsOf(service, project, "Pumpestasjon - Armering")).toHaveLength(1);
});

test("a folder that is dropped on the list begins the wizard with it", async ({ page, desktop: { app } }) => {
  const dropped = writeFolder(app, { name: "Tegninger", files: ["Grøft/1.pdf", "Kummer/1.dwg"] });
  await openNoFolders(page);
  const at = { x: 700, y: 400 };
  await hold(page, [dropped], at, page.getByText("Add as a synced folder"));
  await app.drag({ step: "drop", paths: [dropped], ...at });
  await expect(page.getByRole("heading", { name: "Which project or work order" })).toBeVisible();
  await expect(page.getByText("2 files", { exact: false }).first()).toBeVisible();
  expect(await calls(page, "folderOfDrop")).toHaveLength(1);
  expect(await calls(page, "planDrop"), "it is no drop of documents").toEqual([]);
});
