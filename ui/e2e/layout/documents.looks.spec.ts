/** The screens of documents fit a narrow window in every language. */

import { expect } from "@playwright/test";
import { projectId } from "../desktop/data";
import { deleteByHand, isKept, rigging } from "../desktop/kept";
import { desktopOf, hold, openDocuments, openTransfers, prepare, show, test } from "../fixtures";
import { openPlan, sendSlowly, sendTooLarge } from "../scenes/transfers";
import { look } from "./look";
import { narrow } from "./narrow";
import { showWith, usual } from "./settings";
import { languages, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("documents, a file, a plan and an empty project", async ({ page }) => {
  await openDocuments(page);
  await page.getByRole("row", { name: /Arbeidsvarsling plan 7/ }).click();
  await page.getByRole("row", { name: /Riggplan/ }).click({ modifiers: ["Control"] });
  await expect(page.getByText("2 selected")).toBeVisible();
  await look(page, "documents");

  await page.getByRole("row", { name: /Riggplan/ }).click();
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary").getByText("No old version is kept")).toBeVisible();
  await look(page, "file panel", { part: "aside", fresh: true });
  await page.keyboard.press("Escape");

  await openPlan(page);
  await expect(page.getByRole("button", { name: /need action/ })).toBeVisible();
  await look(page, "plan of an upload");
  for (const language of languages) {
    await showWith(page, { language });
    const cut = await page
      .locator("[role=gridcell][class*=why]")
      .evaluateAll((reasons) => reasons.filter((reason) => reason.scrollHeight > reason.clientHeight + 1).length);
    expect(cut, `reasons, ${language}`).toBe(0);
  }
  await showWith(page, usual);
  await page.keyboard.press("Escape");

  await page.getByRole("treeitem", { name: /P-2026-003/ }).click();
  await expect(page.getByText("No documents in the project yet")).toBeVisible();
  await look(page, "documents of an empty project");
});

test("the head of documents leaves the project's name room in a small window with large text", async ({ page }) => {
  await page.setViewportSize({ width: 1_024, height: 768 });
  await openDocuments(page);
  const head = page.locator("header", { has: page.getByRole("heading", { level: 1 }) });
  for (const language of languages) {
    await showWith(page, { language, textSizePercent: 125 });
    const isCut = await head.getByRole("heading").evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(isCut, `the name is cut, ${language}`).toBe(false);
    for (const button of await head.getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test("transfers, leaving while they go on, and history", async ({ page }) => {
  const { service } = desktopOf(page);
  await prepare(page);
  const project = await projectId(service, "production");
  await deleteByHand(desktopOf(page), project, rigging, "SJA sprengning uke 47.docx");
  await isKept(desktopOf(page).app, "SJA sprengning uke 47.docx");
  await show(page, "/history");
  await expect(page.getByRole("listitem").filter({ hasText: /SJA sprengning/ })).toBeVisible();
  await look(page, "history");

  await sendTooLarge(page, 1);
  await show(page);
  const panel = await openTransfers(page);
  await expect(panel.getByRole("heading", { name: /Failed/ })).toBeVisible();
  await sendSlowly(page);
  await expect(panel.getByText(/Uploading \d of \d/)).toBeVisible();
  await look(page, "transfers", { part: "aside" });

  await page.keyboard.press("Control+q");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeVisible();
  await look(page, "leaving", { part: "[role=dialog]", floats: true, fresh: true });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
});

test("where files that are dragged may go", async ({ page }) => {
  const { app } = desktopOf(page);
  await prepare(page);
  const [drawing, sheet, other] = ["HA-101.pdf", "Maskiner.xlsx", "Mannskap.xlsx"].map((name) => app.write(name));
  const folder = app.write("Tegninger/HA-101.pdf").replace(/\/[^/]+$/, "");
  const drags: [place: string, paths: (string | undefined)[], sign: string][] = [
    ["/overview", [drawing], "Drop to choose the project"],
    ["/documents", [drawing], "Drop on a project, a work order or a section"],
    ["/folders", [folder], "Add as a synced folder"],
    ["/machines", [sheet], "Import into Machines"],
    ["/machines", [sheet, other], "Upload to a project…"],
    ["/users", [sheet], "Import into Users"],
  ];
  for (const [place, paths, sign] of drags) {
    await show(page, place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const files = paths.flatMap((path) => path ?? []);
    await hold(page, files, { x: 700, y: 760 }, page.getByText(sign).first());
    await lookAtWords(page, `drag over ${place}, ${files.length}`);
    await app.drag({ step: "leave" });
  }
});
