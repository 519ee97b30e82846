import { existsSync } from "node:fs";
import { expect } from "@playwright/test";
import { manyProjects, projectId } from "./desktop/data";
import { paths } from "./desktop/service";
import { calls, openDocuments, prepare, show, test } from "./fixtures";

test("deleting takes the row away at once and sends nothing before the undo is over", async ({ page }) => {
  await openDocuments(page);
  const row = page.getByRole("row", { name: /Riggplan Hoveveien rev B/ });
  await row.click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("Riggplan Hoveveien rev B.pdf deleted.").first()).toBeVisible();
  expect(await calls(page, "finishDelete")).toEqual([]);
  await page.keyboard.press("Control+z");
  await expect(row).toBeVisible();
  await expect(page.getByText("Riggplan Hoveveien rev B.pdf is back.").first()).toBeVisible();
  expect(await calls(page, "finishDelete")).toEqual([]);
  // The keyboard stands on it again, not on the next document.
  await expect(page.getByRole("region", { name: "1 selected" })).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(row).toHaveCount(0);
  const toast = page.getByRole("region", { name: "Just done" }).locator("div", { hasText: "deleted." });
  await toast.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => calls(page, "finishDelete")).toHaveLength(1);
});

test("2,000 projects are drawn only where they are seen, and found as one types", async ({ page, desktop }) => {
  await prepare(page);
  const { service } = desktop;
  await service.answer(paths.projects, manyProjects(await projectId(service, "production")));
  await show(page);
  const rows = page.getByRole("tree").getByRole("treeitem");
  await expect(page.getByText(/^2.000$/)).toBeVisible();
  await expect(rows.first()).toBeVisible();
  expect(await rows.count(), "rows outside of the window are not drawn").toBeLessThan(60);
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("treeitem", { name: /Inactive/ }).last()).toBeInViewport();
  await page.getByRole("textbox", { name: "Number, name or work order" }).fill("2021-123");
  await expect(page.getByRole("treeitem", { name: /P-2021-123/ })).toBeVisible();
  await expect(page.getByText(/^1 of 2.000$/)).toBeVisible();
});

test("files, sections and filters by the keyboard alone", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  const table = page.getByRole("treegrid", { name: "Documents in the project" });
  await expect(table.or(page.getByRole("tree"))).toHaveCount(2);
  await table.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("row", { name: /Documents 4 documents/ })).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Control+Shift+S");
  await expect.poll(() => calls(page, "saveDocuments")).toHaveLength(1);
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 selected")).toBeHidden();
  await page.keyboard.type("riggplan");
  await expect(page.getByRole("row", { name: /Riggplan/ })).toHaveAttribute("data-active", "true");
  await page.keyboard.press("Enter");
  await expect.poll(() => calls(page, "openDocument")).toHaveLength(1);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("ha-3");
  await expect(page.getByRole("row", { name: /HA-305/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Riggplan/ })).toHaveCount(0);
});

test("the plan by the keyboard alone: from the files to uploaded in twelve keys", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.copyFiles(app.write("Notat geoteknikk 17.11.pdf"), app.write("Skisse fundament.pdf"));
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
      keys += 1;
    }
  };
  await press("Control+v");
  const table = page.getByRole("treegrid", { name: "Files to upload" });
  await expect(table).toBeFocused();
  await expect(page.getByRole("row", { name: /Notat geoteknikk/ })).toHaveAttribute("data-active", "true");
  // The first by its number, the second from the list of sections.
  await press("1");
  await expect(page.getByRole("row", { name: /Skisse fundament/ })).toHaveAttribute("data-active", "true");
  await expect(page.getByRole("button", { name: /^Upload 1 file to P-2026-004$/ })).toBeVisible();
  await press("Enter", "ArrowDown", "Enter");
  await expect(page.getByRole("button", { name: /^Upload 2 files to P-2026-004$/ })).toBeVisible();
  await press("Control+Enter");
  await expect.poll(() => calls(page, "sendPlan")).toHaveLength(1);
  expect(keys).toBeLessThanOrEqual(12);
});

test("Tab stops at each control of the row that the keyboard is on, and Esc goes back to the list", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await app.copyFiles(app.write("Notat geoteknikk 17.11.pdf"));
  await page.keyboard.press("Control+v");
  const table = page.getByRole("treegrid", { name: "Files to upload" });
  await expect(table).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Upload Notat geoteknikk 17.11.pdf" })).toBeFocused();
  await page.keyboard.press("Tab");
  const section = page.getByRole("combobox", { name: "Section for Notat geoteknikk 17.11.pdf" });
  await expect(section).toBeFocused();
  // What is typed narrows the list; Esc closes the list alone.
  await page.keyboard.type("1 xyz");
  await expect(page.getByRole("option")).toHaveText(["New section…"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(section).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page
      .getByRole("row", { name: /Notat geoteknikk/ })
      .getByRole("button")
      .first(),
  ).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(table).toBeFocused();
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeHidden();
});

test("an empty work order has its own section alone, and the button names the work order", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await page.getByRole("textbox", { name: "Number, name or work order" }).fill("kabel");
  await page
    .getByRole("treeitem", { name: /WO-130/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: /Kabelgrøft og trekkerør/, level: 1 })).toBeVisible();
  await app.copyFiles(app.write("Notat geoteknikk 17.11.pdf"));
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("button", { name: /^Upload 1 file to WO-130/ })).toBeVisible();
});

test("no panel covers what it is about in a window of 1366 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openDocuments(page);
  const buttons = ["Upload files…", "Save as…", "Delete"].map((name) =>
    page.getByRole("region", { name: "Project documents" }).getByRole("button", { name, exact: true }).first(),
  );
  await page.getByRole("row", { name: /Riggplan Hoveveien rev B/ }).click();
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary", { name: /Riggplan/ })).toBeVisible();
  for (const button of buttons) await button.click({ trial: true });
  const state = page
    .getByRole("row", { name: /Riggplan/ })
    .getByRole("gridcell")
    .last();
  await state.click({ trial: true });
  await page.keyboard.press("Control+t");
  await expect(page.getByRole("complementary", { name: "Transfers" })).toBeVisible();
  for (const button of buttons) await button.click({ trial: true });
});

test("the panel of a file follows the keyboard, verifies the upload, and saves it as one file", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  const row = page.getByRole("row", { name: /Riggplan Hoveveien rev B/ });
  await row.click();
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /Riggplan Hoveveien rev B/ });
  await expect(panel.getByText("No old version is kept on this computer.")).toBeVisible();
  await expect(row).toHaveAttribute("aria-current", "true");
  await page.getByRole("treegrid", { name: "Documents in the project" }).focus();
  app.write("Notes.txt");
  await app.choose(app.path("Saved plan.pdf"));
  await panel.getByRole("button", { name: "Save as…" }).click();
  await expect.poll(() => existsSync(app.path("Saved plan.pdf"))).toBe(true);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
  await expect(row).not.toHaveAttribute("aria-current");
});

test("the screen says what is the matter: an empty project, a list that lost all, a closed project, no projects", async ({
  page,
  desktop: { service },
}) => {
  const says = (words: string) => expect(page.getByText(words, { exact: false }).first()).toBeVisible();
  const documents = `${paths.projects}/${await projectId(service, "production")}/documents`;
  await openDocuments(page);
  await expect(page.getByRole("row", { name: /Riggplan/ })).toBeVisible();
  await service.answer(documents, []);
  await show(page);
  await says("The server returned an empty list where 19 documents were.");
  await service.noFaults();
  await service.answer(documents, { error: "Forbidden", message: "No access." }, 403);
  await show(page);
  await says("This client has no access here.");
  await page.getByRole("treeitem", { name: /P-2026-003/ }).click();
  await says("No documents in the project yet");
  await service.answer(paths.projects, []);
  await show(page);
  await says("No projects.");
});
