/** Decisions for a person: conflicts, files that were deleted, folders that stand still. */

import { existsSync } from "node:fs";
import { expect, type Locator } from "@playwright/test";
import { contentOf, documentsOf } from "../desktop/colleague";
import { drawings, projectId } from "../desktop/data";
import { drawingsInConflict, drawingsThatAsk, manyDeleted, picturesInConflict, stuck } from "../desktop/office";
import { calls, prepare, show, test } from "../fixtures";
import { carryOut, openFolders, review, row } from "./folders";

const first = "HA-201 Plan og profil 0–450.pdf";

test("Review walks through everything that needs somebody, and says when it is done", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInConflict(desktop);
  await manyDeleted(desktop);
  await openFolders(page);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  // The one with most at stake: unusually many are gone.
  await expect(page.getByText("14 of 34 are listed here.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Restore to the folder" }).click();
  await page.getByRole("button", { name: "Next folder: Tegninger VA" }).click();
  await expect(page.getByRole("heading", { name: first })).toBeVisible();
  await carryOut(page);
  const file = desktop.app.path("Stikningsdata Tengesdal/Uke 46/Stikning 001 profil 0.csv");
  await expect.poll(() => existsSync(file), "a file that is back").toBe(true);
});

test("every state that asks for somebody has its case, and every count its list", async ({ page, desktop }) => {
  await prepare(page);
  const { log, closed, film } = await stuck(desktop);
  await openFolders(page);
  await expect(page.getByText("Action needed in 2 folders")).toBeVisible();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Upload current version" }).click();
  expect(await calls(page, "uploadAsItIs")).toEqual([[log, { section: "Logg", name: "Loggskjema pumpe 1.xlsx" }]]);
  await page.getByRole("button", { name: "Next folder: Tegninger Retvet" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await calls(page, "compareFolder")).toEqual([[closed]]);
  await page
    .getByRole("link", { name: /Synced folders/ })
    .first()
    .click();
  await row(page, /Film befaring/)
    .getByRole("button", { name: /^Show/ })
    .click();
  await expect(page.getByRole("tab", { name: /Not uploaded ?3/, selected: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /befaring|K-201/ })).toHaveCount(3);
  await desktop.service.noFaults();
  await page.getByRole("button", { name: "Upload 2 files again" }).click();
  expect(await calls(page, "compareFolder")).toEqual([[closed], [film]]);
  await expect(page.getByRole("tab", { name: /Not uploaded ?1/ })).toBeVisible();
});

test("a conflict is decided by key, and the next one is there", async ({ page, desktop }) => {
  await prepare(page);
  const id = await drawingsInConflict(desktop);
  const { service } = desktop;
  const project = await projectId(service, "production");
  const listed = async () => (await documentsOf(service, project, drawings)).filter(({ name }) => name === first);
  const [theirs] = await listed();
  await openFolders(page);
  await review(page, /Tegninger VA/);
  await expect(page.getByRole("heading", { name: first })).toBeVisible();
  await expect(page.getByText("Crews get your version now.", { exact: false })).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { name: /^HB-111/ })).toBeVisible();
  // Nothing is sent while it can be undone; Ctrl Z brings it back as it was.
  expect(await calls(page, "resolveConflicts")).toEqual([]);
  await page.keyboard.press("Control+z");
  await page.getByRole("option", { name: /HA-201/ }).click();
  await page.keyboard.press("1");
  await carryOut(page);
  await expect
    .poll(() => calls(page, "resolveConflicts"))
    .toEqual([[id, [{ section: drawings, name: first, fileReferenceIds: [theirs?.fileReferenceId] }], "local", null]]);
  const contents = async () =>
    Promise.all((await listed()).map((document) => contentOf(service, project, document.fileReferenceId)));
  await expect.poll(contents, "yours alone is in the project").toEqual([`${first}, changed here as well\n`]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
});

test("deletes wait for a yes: only those ticked go, and many are asked for once more", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsThatAsk(desktop);
  await manyDeleted(desktop);
  const { service } = desktop;
  const project = await projectId(service, "production");
  const names = async () => (await documentsOf(service, project, drawings)).map(({ name }) => name);
  await openFolders(page);
  await review(page, /Tegninger VA/);
  await page.getByRole("option", { name: /3 files deleted together/ }).click();
  await page.getByRole("checkbox", { name: /HA-099/ }).uncheck();
  await page.getByRole("button", { name: "Delete 2 from the project" }).click();
  await expect(page.getByRole("option", { name: /1 file deleted/ })).toBeVisible();
  expect(await calls(page, "decideGone"), "it can still be undone").toHaveLength(0);
  expect(await names()).toContain("HA-001 Tegningsliste rev A.pdf");
  await carryOut(page);
  await expect.poll(names).not.toContain("HA-001 Tegningsliste rev A.pdf");
  expect(await names()).toContain("HA-099 Skisse utløp.pdf");

  await page
    .getByRole("link", { name: /Synced folders/ })
    .first()
    .click();
  await review(page, /Stikningsdata/);
  await page.getByRole("button", { name: "Delete 14 from the project" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 14 documents from the project?" });
  await expect(dialog).toBeVisible();
  expect(await calls(page, "decideGone")).toHaveLength(1);
  await dialog.getByRole("button", { name: "Delete 14 from the project" }).click();
  await expect(page.getByText("Your choice is applied in a moment")).toBeVisible();
  await carryOut(page);
  await expect(page.getByText("No action needed")).toBeVisible();
});

test("a conflict shows both sides as pictures, the project's as soon as it is downloaded", async ({
  page,
  desktop,
}) => {
  await prepare(page);
  const id = await picturesInConflict(desktop);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/bridge/document")) asked.push(request.url());
  });
  await show(page, `/folders/${id}/needs`);
  await page.getByRole("option", { name: /HA-401/ }).click();
  const yours = page.getByRole("button", { name: "Preview of your version. Opens the file." });
  const theirs = page.getByRole("button", { name: "Preview of the project version. Opens the file." });
  await expect(yours).toBeVisible();
  await expect(page.getByText("Not downloaded yet", { exact: true })).toBeVisible();
  expect(asked.filter((url) => url.includes("HA-401"))).toHaveLength(1);
  const compare = page.getByRole("button", { name: "Download and compare" });
  const before = await compare.boundingBox();
  await compare.click();
  await expect(theirs).toBeVisible();
  expect(await page.getByRole("button", { name: "Open both side by side" }).boundingBox()).toMatchObject({
    y: before?.y,
  });
  const drawn = (side: Locator) => side.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  expect(await drawn(yours)).not.toEqual(await drawn(theirs));
  for (const name of ["Keep your version", "Keep project version", "Keep both"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await yours.click();
  expect(await calls(page, "openFolderFile")).toEqual([[id, { section: "Kryss", name: "HA-401 Grunnplan.pdf" }]]);
  await theirs.press("Enter");
  await expect.poll(() => calls(page, "openConflictDocument")).toHaveLength(1);

  await page.getByRole("option", { name: /HA-402/ }).click();
  await page.getByRole("button", { name: "Download and compare" }).click();
  await expect(page.getByRole("img", { name: "Preview of HA-402 Kum.png" })).toHaveCount(2);
  await page.getByRole("option", { name: /HA-403/ }).click();
  await page.getByRole("button", { name: "Open", exact: true }).last().click();
  await expect(page.getByRole("button", { name: "Preview of document 2 of 2. Opens the file." })).toBeVisible();
});
