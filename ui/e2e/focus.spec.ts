/** After every act the keyboard is somewhere: on the next thing of the same place, never on nothing. */

import { expect, type Page } from "@playwright/test";
import { importFile } from "./desktop/files";
import { writeFolder } from "./desktop/folders";
import { open, openDocuments, test } from "./fixtures";
import { openNoFolders } from "./folders/folders";
import { at, cell, knownOnly, openMachines, select } from "./machines/machines";

declare global {
  interface Window {
    /** What had the focus last before nothing had it for a second. */
    fielddeskLost: string[];
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.fielddeskLost = [];
    const samples = { ms: 50, most: 20 };
    let last: Element | null = null;
    let lost = 0;
    setInterval(() => {
      const now = document.activeElement;
      if (now === null || now === document.body) lost += 1;
      else [last, lost] = [now, 0];
      if (last !== null && lost === samples.most) window.fielddeskLost.push(last.outerHTML.slice(0, 200));
    }, samples.ms);
  });
});

test.afterEach(async ({ page }) => {
  // A loss in the last step shows after a second.
  await page.waitForTimeout(1_200);
  expect(await page.evaluate(() => window.fielddeskLost), "what the focus was lost from").toEqual([]);
});

/** Walks by Tab to a button and presses it, as a person without a mouse does. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name }).last();
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
}

test("after a block, an unblock and their undo the keyboard is in the grid or its panel", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await expect(panel).toBeFocused();
  await press(page, "Undo 2");
  await expect(panel.getByText("Undone: 2 of 2")).toBeVisible();
  await expect(panel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell(page, "1043", "name")).toBeFocused();

  await page.keyboard.press("b");
  await expect(panel.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await page.keyboard.press("Escape");
  await press(page, "Unblock check-in");
  await expect(page.getByRole("button", { name: "Unblock 2 machines" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 machines unblocked.").first()).toBeVisible();
  await expect(page.locator(".ag-cell:focus")).toHaveCount(1);
  await press(page, "Undo");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  await expect(page.locator(".ag-cell:focus")).toHaveCount(1);
});

test("one machine: its panel and its question give the keyboard back to its row", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("1024 blocked.").first()).toBeVisible();
  await expect(cell(page, "1024", "name")).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByText("1024 unblocked.").first()).toBeVisible();
  await expect(cell(page, "1024", "name")).toBeFocused();
  await at(page, "1043", "blockCheckIn");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Message to crews for 1043" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Blocked");
  await expect(cell(page, "1043", "blockCheckIn")).toBeFocused();
});

// Nothing has the keyboard for a moment: a look in between takes longer than that.
for (const [what, key] of [
  ["Find anything", "Control+k"],
  ["the transfers panel", "Control+t"],
] as const)
  test(`${what} gives the keyboard back, also where nothing had it before`, { tag: "@pace" }, async ({ page }) => {
    await openDocuments(page);
    const table = page.getByRole("treegrid", { name: "Documents in the project" });
    const search = page.locator("[data-search=files]");
    const isBody = () => page.evaluate(() => document.activeElement === document.body);
    await expect(table).toBeVisible();
    // The part that answers the key loads after the page.
    await page.waitForLoadState("networkidle");
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
    await page.keyboard.press("Control+v");
    await expect(plan).toBeFocused();
  };
  await expect(table).toBeVisible();
  await table.focus();
  await paste();
  await page.keyboard.press("Escape");
  await expect(table).toBeFocused();
  await press(page, "Review again");
  await expect(plan).toBeFocused();
  await page.keyboard.press("1");
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
  await press(page, "To the machines");
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

test("from the first start to the documents of a company by keyboard", async ({ page, desktop: { service } }) => {
  await open(page, { connection: "none" });
  await press(page, "Connect…");
  await expect(page.getByRole("textbox", { name: "Paste the administrator’s message" })).toBeFocused();
  await page.getByText("Advanced").click();
  await page.getByText("Access token", { exact: true }).click();
  await page
    .getByLabel("Access token", { exact: true })
    .and(page.locator("input[name=secret]"))
    .fill(await service.token("production"));
  await page.getByText("Addresses", { exact: true }).click();
  await page.getByLabel("Main server").fill(service.ready.environments.production.baseUrl);
  await press(page, "Check the connection");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("from the first start to the sample data by keyboard", async ({ page }) => {
  await open(page, { connection: "none" });
  await press(page, "Try it with sample data");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});
