/** After every act the keyboard is somewhere: on the next thing of the same place, never on nothing. */

import { expect, type Page } from "@playwright/test";
import { projectId } from "./desktop/data";
import { importFile, send } from "./desktop/files";
import { writeFolder } from "./desktop/folders";
import { openDocuments, prepare, show, test } from "./fixtures";
import { openNoFolders } from "./folders/folders";
import { at, cell, knownOnly, openMachines, select } from "./machines/machines";

/** Waits until something has the keyboard. */
async function held(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);
}

/** Presses a key once something has the keyboard, as a person does who needs no mouse. */
async function key(page: Page, pressed: string): Promise<void> {
  await held(page);
  await page.keyboard.press(pressed);
}

test.afterEach(async ({ page }) => held(page));

/** Walks by Tab to a button and presses it, as a person without a mouse does. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name }).last();
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  await held(page);
}

test("after a block, an unblock and their undo the keyboard is in the grid or its panel", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await key(page, "b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByRole("textbox")).toBeFocused();
  await key(page, "Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await expect(panel).toBeFocused();
  await press(page, "Undo 2");
  await expect(panel.getByText("Undone: 2 of 2")).toBeVisible();
  await expect(cell(page, "1043", "name")).toBeFocused();

  await key(page, "b");
  await expect(panel.getByRole("textbox")).toBeFocused();
  await key(page, "Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await key(page, "Escape");
  await press(page, "Unblock check-in");
  await expect(page.getByRole("button", { name: "Unblock 2 machines" })).toBeFocused();
  await key(page, "Enter");
  await expect(page.getByText("2 machines unblocked.").first()).toBeVisible();
  await expect(page.locator(".ag-cell:focus")).toHaveCount(1);
  await press(page, "Undo");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  await expect(page.locator(".ag-cell:focus")).toHaveCount(1);
});

test("one machine: its panel and its question give the keyboard back to its row", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024");
  await key(page, "b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByRole("textbox")).toBeFocused();
  await key(page, "Control+Enter");
  await expect(page.getByText("1024 blocked.").first()).toBeVisible();
  await expect(cell(page, "1024", "name")).toBeFocused();
  await key(page, "r");
  await expect(page.getByText("1024 unblocked.").first()).toBeVisible();
  await expect(cell(page, "1024", "name")).toBeFocused();
  await at(page, "1043", "blockCheckIn");
  await key(page, "Escape");
  await key(page, "Enter");
  await expect(page.getByRole("textbox", { name: "Message to crews for 1043" })).toBeFocused();
  await key(page, "Enter");
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Blocked");
  await expect(cell(page, "1043", "blockCheckIn")).toBeFocused();
});

// Nothing has the keyboard for a moment: a look in between takes longer than that.
for (const [what, key] of [
  ["Find anything", "Control+k"],
  ["the transfers panel", "Control+t"],
] as const)
  test(`${what} gives the keyboard back, also where nothing had it before`, { tag: "@pace" }, async ({
    page,
    desktop: { app, service },
  }) => {
    await prepare(page);
    await send(app, await projectId(service, "production"), "HMS og rigg", "Vernerunde.pdf");
    await show(page);
    const table = page.getByRole("treegrid", { name: "Documents in the project" });
    const search = page.locator("[data-search=files]");
    const isBody = () => page.evaluate(() => document.activeElement === document.body);
    await expect(table).toBeVisible();
    // The part that answers the keys of the panel loads after the page, with its button.
    await expect(page.getByRole("contentinfo").getByRole("button").first()).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await isBody()).toBe(true);
    await page.keyboard.press(key);
    await expect.poll(isBody).toBe(false);
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-pane=projects] [role=tree]")).toBeFocused();
    await search.focus();
    await page.keyboard.press(key);
    await expect(search).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(search).toBeFocused();
  });

test("a plan that is uploaded or left gives the keyboard to the list of documents", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  const table = page.getByRole("treegrid", { name: "Documents in the project" });
  const plan = page.getByRole("treegrid", { name: "Files to upload" });
  const paste = async () => {
    await app.copyFiles(app.write("Riggplan Hoveveien rev C.pdf"));
    await key(page, "Control+v");
    await expect(plan).toBeFocused();
  };
  await expect(table).toBeVisible();
  await table.focus();
  await paste();
  await key(page, "Escape");
  await expect(table).toBeFocused();
  await press(page, "Review again");
  await expect(plan).toBeFocused();
  await key(page, "1");
  await press(page, "Upload 1 file to P-2026-004");
  await expect(plan).toHaveCount(0);
  await expect(table).toBeFocused();
});

test("each step of an import takes the keyboard", async ({ page, desktop: { app } }) => {
  await openMachines(page);
  await app.choose(importFile(app));
  await press(page, "Import…");
  await press(page, "Choose a file…");
  const step = (name: RegExp) => page.getByRole("list", { name: "Steps of the import" }).getByText(name);
  await expect(step(/Columns/)).toBeFocused();
  await knownOnly(page);
  await press(page, "Check the rows");
  await expect(step(/Check/)).toBeFocused();
  await press(page, /^Import \d+ rows$/);
  await expect(page.getByText(/^\d+ of \d+ done/)).toBeVisible();
  await expect(step(/Result/)).toBeFocused();
  await press(page, "Undo the whole import");
  await expect(page.getByText(/^Undone: \d+ of \d+/)).toBeVisible();
  await expect(step(/Result/)).toBeFocused();
  await press(page, "Go to Machines");
  await expect(cell(page, "1021", "hourMeter")).toHaveText("6 412");
});

test("each step of a new synced folder takes the keyboard", async ({ page, desktop: { app } }) => {
  await app.choose(writeFolder(app, { name: "Tegninger", files: ["Plan.pdf"] }));
  await openNoFolders(page);
  await press(page, "Add folder…");
  await press(page, "Choose folder…");
  const search = page.getByRole("textbox", { name: "Number or name" });
  await expect(search).toBeFocused();
  await page.keyboard.type("storåsen");
  await press(page, /P-2026-004/);
  await expect(page.getByRole("heading", { level: 2, name: "Which section" })).toBeFocused();
  await press(page, "Next");
  await expect(page.getByRole("heading", { level: 2, name: "Review" })).toBeFocused();
  await press(page, /^Start: upload/);
  await expect(page.getByRole("heading", { level: 1, name: "Synced folders" })).toBeVisible();
});
