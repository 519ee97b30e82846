import { expect } from "@playwright/test";
import { calls, open, openDocuments, test } from "./desk";

test("from the first start with sample data to the documents", async ({ page }) => {
  await open(page, "fake=first");
  await page
    .getByRole("button", { name: /sample data/i })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByRole("treeitem", { name: /P-2026-004/ }).click();
  await expect(page.getByRole("heading", { name: "VA Sandnes sør, etappe 2" })).toBeVisible();
  await expect(page.getByText("Sample data").first()).toBeVisible();
});

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
  expect(await calls(page, "finishDelete")).toEqual([]);
});

test("a delete that nobody takes back is finished", async ({ page }) => {
  await page.clock.install();
  await openDocuments(page);
  await page.getByRole("row", { name: /Riggplan Hoveveien rev B/ }).click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect(await calls(page, "finishDelete")).toHaveLength(1);
});

test("2,000 projects are drawn only where they are seen, and found as one types", async ({ page }) => {
  await openDocuments(page, "fake=many");
  const rows = page.getByRole("tree").getByRole("treeitem");
  await expect(rows.first()).toBeVisible();
  expect(await rows.count(), "rows outside of the window are not drawn").toBeLessThan(60);
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("treeitem", { name: /Inactive/ }).last()).toBeInViewport();
  await page.getByRole("textbox", { name: "Number, name or work order" }).fill("2021-123");
  await expect(page.getByRole("treeitem", { name: /P-2021-123/ })).toBeVisible();
  await expect(page.getByText(/^1 of 2.000$/)).toBeVisible();
});

test("a work order is found by its name and shows its own page", async ({ page }) => {
  await openDocuments(page);
  await page.getByRole("textbox", { name: "Number, name or work order" }).fill("kryssing");
  await page.getByRole("treeitem", { name: /4-130/ }).first().click();
  await expect(page.getByRole("heading", { name: /Kryssing Hoveveien/, level: 1 })).toBeVisible();
});

test("files, sections and filters by the keyboard alone", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  const table = page.getByRole("treegrid", { name: "Files on the page" });
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

test("the plan by the keyboard alone", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("Control+Shift+V");
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeFocused();
  const table = page.getByRole("treegrid", { name: "Files of the plan" });
  await table.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Send 1 file to P-2026-004$/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => calls(page, "sendPlan")).toHaveLength(1);
});

test("the language changes everything at once", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("Control+,");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: /norsk/i }).click();
  await expect(page.getByRole("link", { name: /Dokumenter/ })).toBeVisible();
  await page.getByRole("link", { name: /Dokumenter/ }).click();
  await expect(page.getByRole("button", { name: "Send filer…", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Prosjekter" })).toBeVisible();
});

for (const [query, says] of [
  ["fake=empty", "This client sees no projects."],
  ["fake=emptyPage", "Nothing on the page yet"],
  ["fake=suddenlyEmpty", "The service returned an empty list where 79 documents were."],
  ["fake=notAllowed", "P-2026-004"],
  ["fake=offline", "Not read again."],
] as const) {
  test(`the screen says what is the matter: ${query}`, async ({ page }) => {
    await open(page, query);
    await expect(page.getByText(says, { exact: false }).first()).toBeVisible();
  });
}

test("a client that may only read loses what edits, and is told who can change it", async ({ page }) => {
  await openDocuments(page, "fake=readOnly");
  await page.getByRole("row", { name: /Riggplan/ }).click();
  await page.keyboard.press("Delete");
  await expect(page.getByText("This client may only read.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send files…" })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Riggplan/ })).toBeVisible();
});
