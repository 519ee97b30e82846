/** Documents that a synced folder sent, and drops into the sections that it keeps. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { project, projectId } from "./desktop/data";
import { mirror } from "./desktop/folders";
import { drawingsInConflict } from "./desktop/office";
import { calls, type Desktop, expectAccessible, prepare, show, test } from "./fixtures";
import { carryOut, review } from "./folders/folders";

/** A folder that keeps a section of its own, of drawings that the revision changes. */
async function mirrorDrawings({ app, service }: Desktop): Promise<void> {
  const project = await projectId(service, "production");
  await mirror(app, {
    name: "Tegninger",
    project,
    section: "Tegninger",
    files: ["HA-401 Plan.pdf", "HA-402 Plan.pdf"],
  });
}

test("a document of a synced folder says so; deleted by hand, it is a case of the folder that says so", async ({
  page,
  desktop,
}) => {
  await prepare(page);
  await mirrorDrawings(desktop);
  await show(page);
  const link = page.getByRole("link", { name: "Synced folder", exact: true }).first();
  await expect(link).toHaveAttribute("title", "Tegninger");
  await link.click();
  await expect(page.getByRole("tab", { name: "Files", selected: true })).toBeVisible();
  await page.getByRole("link", { name: "Documents", exact: true }).click();

  const toasts = page.getByRole("region", { name: "Just done" });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`${name} Plan\\.pdf$`) });
  await row("HA-401").click();
  await row("HA-402").click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  await expect(toasts).toContainText("2 documents deleted. Synced folders still have 2 of the files.");
  await page.keyboard.press("Control+z");
  await expect(row("HA-402")).toBeVisible();
  await row("HA-401").click();
  await page.keyboard.press("Delete");
  await expect(toasts).toContainText("HA-401 Plan.pdf deleted. The synced folder “Tegninger” still has the file.");
  await carryOut(page);
  await page.getByRole("link", { name: /^Synced folders/ }).click();
  await review(page, /Tegninger/);
  await expect(page.getByRole("heading", { name: "HA-401 Plan.pdf" })).toBeVisible();
  await expect(page.getByText(/deleted from the project manually on this computer, today/)).toBeVisible();
  await expect(page.getByText("Until it was deleted")).toBeVisible();
  await expect(page.getByText("does not tell who")).toHaveCount(0);
});

test("a document that a synced folder asks about leads to the decision, and is listed again after it", async ({
  page,
  desktop,
}) => {
  await prepare(page);
  await drawingsInConflict(desktop);
  await show(page);
  const name = "HA-201 Plan og profil 0–450.pdf";
  const file = page.getByRole("row", { name: new RegExp(`${name}$`) });
  await expect(file).toHaveAccessibleName(`Action needed in Tegninger VA. ${name}`);
  await file.getByRole("link", { name: "Review in Tegninger VA" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.keyboard.press("1");
  await carryOut(page);
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await expect(file).toHaveAccessibleName(new RegExp(`^(In project|Verified). ${name}$`));
});

test("files for a section that a synced folder keeps are put into the folder instead, and leave the plan", async ({
  page,
  desktop,
}) => {
  const { app } = desktop;
  await prepare(page);
  await mirrorDrawings(desktop);
  await show(page);
  await expect(page.getByRole("heading", { name: project.name, level: 1 })).toBeVisible();
  await app.choose(
    app.write("new/HA-401 Plan.pdf", "another revision\n"),
    app.write("new/HA-402 Plan.pdf", "another, too\n"),
  );
  await page.keyboard.press("Control+o");
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await expect(page.getByText(/files go to sections of the synced folder Tegninger/)).toBeVisible();
  // Nobody asked to take the place of what the folder uploads: that is why it is not selected.
  const plan = page.getByRole("treegrid", { name: "Files to upload" });
  const left = plan.getByText("Not selected: the synced folder “Tegninger” uploads it");
  await expect(left).toHaveCount(2);
  await expectAccessible(page, { within: "main" });
  await plan.getByRole("checkbox", { name: "Upload HA-401 Plan.pdf" }).click();
  await expect(plan.getByText("Uploaded by the synced folder “Tegninger”")).toBeVisible();
  await expect(left).toHaveCount(1);
  await page.getByRole("button", { name: /^Add \d+ to the folder$/ }).click();
  await expect(page.getByRole("heading", { name: "Review upload" })).toHaveCount(0);
  expect(readFileSync(app.path("Tegninger/HA-402 Plan.pdf"), "utf8")).toBe("another, too\n");
  expect((await calls(page, "putIntoFolders")).length).toBe(1);
  expect(await calls(page, "sendPlan")).toEqual([]);
});
