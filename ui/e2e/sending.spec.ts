import { expect } from "@playwright/test";
import { calls, dragged, dragOver, emit, openDocuments, openTransfers, test } from "./desk";

test("a drop on a section shows what goes where, and sends only after the button", async ({ page }) => {
  await openDocuments(page);
  await expect(page.getByRole("row", { name: /HMS og rigg/ })).toBeVisible();
  const at = await dragOver(page, "HMS og rigg", page.getByText("P-2026-004 · section HMS og rigg"));
  await expect(page.getByText("18 files, 2 folders")).toBeVisible();
  await expect(page.getByText("Nothing is sent yet.", { exact: false })).toBeVisible();

  await emit(page, "dragDropped", { dropId: "d1", ...at, files: 18, folders: 2, bytes: 226_000_000 });
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  await expect(page.getByText("18 files, 2 folders")).toBeHidden();
  expect(await calls(page, "sendPlan"), "nothing is sent by letting go").toEqual([]);
  expect(await calls(page, "planDrop")).toEqual([
    ["d1", { project: "project-P-2026-004", workOrder: null }, "HMS og rigg"],
  ]);

  const send = page.getByRole("button", { name: /^Send \d+ files to P-2026-004$/ });
  const count = Number(/\d+/.exec((await send.textContent()) ?? "")?.[0]);
  await send.click();
  await expect(page.getByRole("heading", { name: "VA Sandnes sør, etappe 2" })).toBeVisible();
  const [sent] = await calls(page, "sendPlan");
  expect(sent?.[1]).toHaveLength(count);

  await page.getByRole("button", { name: /Sending \d+ files/ }).click();
  const panel = page.getByRole("complementary", { name: "Transfers" });
  await expect(panel.getByText(/Sending \d+ of \d+/)).toBeVisible();
  await expect(panel.getByRole("button", { name: /^Done today/ })).toBeVisible();
});

test("letting go beside every target asks for the project first", async ({ page }) => {
  await openDocuments(page);
  await emit(page, "dragMoved", { ...dragged, x: 60, y: 500 });
  await expect(page.getByText("Drop on a project, a work order or a section")).toBeVisible();
  await emit(page, "dragDropped", { dropId: "d1", x: 60, y: 500, files: 18, folders: 2, bytes: 226_000_000 });
  await expect(page.getByText("Which project?")).toBeVisible();
  await page.getByRole("button", { name: "P-2026-014" }).click();
  await expect(page.getByRole("button", { name: /^Send \d+ files to P-2026-014$/ })).toBeVisible();
});

test("a drag that leaves takes all its marks with it", async ({ page }) => {
  await openDocuments(page);
  await dragOver(page, "P-2026-014", page.locator("[data-drop-hot]"));
  await expect(page.locator("[data-drop-hot]")).toHaveCount(1);
  await emit(page, "dragLeft", null);
  await expect(page.locator("[data-drop-hot]")).toHaveCount(0);
  await expect(page.locator("html[data-dragging]")).toHaveCount(0);
});

test("resting on a project opens it, so that its work orders can be aimed at", async ({ page }) => {
  await openDocuments(page);
  await dragOver(page, "P-2026-014", page.locator("[data-drop-hot]").filter({ hasText: "P-2026-014" }));
  await expect(page.getByRole("treeitem", { name: /14-110/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ny skole Bjørkelia" })).toBeVisible();
});

test("Esc leaves the plan with nothing sent, and it can be brought back", async ({ page }) => {
  await openDocuments(page);
  await page.keyboard.press("Control+o");
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeHidden();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  expect(await calls(page, "sendPlan")).toEqual([]);
});

test("every row that needs a choice gets it in place", async ({ page }) => {
  await openDocuments(page);
  await page.getByRole("button", { name: "Send files…", exact: true }).click();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row("Notat geoteknikk").getByRole("button", { name: "Tegninger VA" }).click();
  await row("CON.pdf").getByRole("button", { name: "Use “CON_.pdf”" }).click();
  await expect(page.getByRole("checkbox", { name: "Send CON_.pdf" })).toBeChecked();
  await row("HB-140")
    .getByRole("button", { name: /2 with this name/ })
    .click();
  await page.getByRole("menuitem", { name: "None, keep all" }).click();
  await row("HA-203").getByRole("button", { name: "Use this one" }).click();
  await expect(page.getByRole("checkbox", { name: /Send HA-203/ })).toBeChecked();
  await page.getByRole("button", { name: /^\d+ new$/ }).click();
  await expect(row("HA-201")).toHaveCount(0);
});

test("what failed says why and goes again", async ({ page }) => {
  await openDocuments(page, "fake=failing");
  const panel = await openTransfers(page);
  const item = panel.getByRole("listitem").filter({ hasText: "SJA sprengning uke 48.docx" });
  await expect(item.getByText("Tried 5 times.", { exact: false })).toBeVisible();
  await item.getByRole("button", { name: "Try now" }).click();
  expect(await calls(page, "retryTransfers")).toEqual([[[12]]]);
  await expect(panel.getByRole("heading", { name: /Done today/ })).toBeVisible();
  await expect(
    panel.getByRole("listitem").filter({ hasText: "Punktsky.las" }),
    "one bad file does not stop the rest",
  ).toBeVisible();
});

test("cancelling can be taken back", async ({ page }) => {
  await openDocuments(page, "fake=sending");
  const panel = await openTransfers(page);
  await panel.getByRole("button", { name: "Cancel Droneopptak Hoveveien uke 47.mp4" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Droneopptak" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Droneopptak" })).toBeVisible();
  expect(await calls(page, "cancelTransfers"), "it had not begun: nothing was told to the desktop side").toEqual([]);
});
