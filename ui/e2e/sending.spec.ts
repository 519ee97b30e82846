import { expect } from "@playwright/test";
import { projectId } from "./desktop/data";
import { revision, send } from "./desktop/files";
import { paths as resources } from "./desktop/service";
import { calls, dragOver, hold, openDocuments, openTransfers, test } from "./fixtures";

test("a drop on a section shows what goes where, and sends only after the button", async ({
  page,
  desktop: { app, service },
}) => {
  await openDocuments(page);
  const paths = revision(app);
  const project = await projectId(service, "production");
  await expect(page.getByRole("row", { name: /HMS og rigg/ })).toBeVisible();
  const at = await dragOver(page, paths, "HMS og rigg", page.getByText("P-2026-004 · section HMS og rigg"));
  await expect(page.getByText("18 files, 2 folders")).toBeVisible();
  await expect(page.getByText("Nothing is uploaded yet.", { exact: false })).toBeVisible();

  await app.drag({ step: "drop", paths, ...at });
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await expect(page.getByText("18 files, 2 folders")).toBeHidden();
  expect(await calls(page, "sendPlan"), "nothing is sent by letting go").toEqual([]);
  expect(await calls(page, "planDrop")).toEqual([[expect.any(String), { project, workOrder: null }, "HMS og rigg"]]);

  const send = page.getByRole("button", { name: /^Upload \d+ files to P-2026-004$/ });
  const count = Number(/\d+/.exec((await send.textContent()) ?? "")?.[0]);
  await service.fault({ method: "POST", path: `/core${resources.projects}`, action: { delayMs: 120_000 } });
  await send.click();
  await expect(page.getByRole("heading", { name: "Høydebasseng Storåsen" })).toBeVisible();
  const [sent] = await calls(page, "sendPlan");
  expect(sent?.[1]).toHaveLength(count);

  await page.getByRole("button", { name: /Uploading \d+ files/ }).click();
  const panel = page.getByRole("complementary", { name: "Transfers" });
  await expect(panel.getByText(/Uploading \d+ of \d+/)).toBeVisible();
});

test("letting go beside every target asks for the project first", async ({ page, desktop: { app } }) => {
  await openDocuments(page);
  const paths = revision(app);
  const at = { x: 60, y: 500 };
  await hold(page, paths, at, page.getByText("18 files, 2 folders"));
  await expect(page.getByText("Drop on a project, a work order or a section")).toBeVisible();
  await app.drag({ step: "drop", paths, ...at });
  await expect(page.getByText("Which project?")).toBeVisible();
  await page.getByRole("option", { name: /P-2026-004/ }).click();
  await expect(page.getByRole("button", { name: /^Upload \d+ files to P-2026-004$/ })).toBeVisible();
});

test("resting on a project opens it; a drag that leaves takes all its marks with it", async ({
  page,
  desktop: { app },
}) => {
  await openDocuments(page);
  await dragOver(page, revision(app), "P-2026-002", page.locator("[data-drop-hot]").filter({ hasText: "P-2026-002" }));
  await expect(page.getByRole("treeitem", { name: /WO-110/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Fv. 60 Strandvegen, gang- og sykkelveg" })).toBeVisible();
  await app.drag({ step: "leave" });
  await expect(page.locator("[data-drop-hot]")).toHaveCount(0);
  await expect(page.locator("html[data-dragging]")).toHaveCount(0);
});

test("Esc leaves the plan with nothing sent, and it can be brought back", async ({ page, desktop: { app } }) => {
  await openDocuments(page);
  await app.choose(...revision(app));
  await page.keyboard.press("Control+o");
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeHidden();
  await page.getByRole("button", { name: "Review again" }).click();
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  // Once its toast is gone it stands below the files for as long as it is kept, and moves none of them.
  await page.keyboard.press("Escape");
  const file = page.getByRole("row", { name: /Riggplan Hoveveien rev B/ });
  const before = await file.boundingBox();
  const documents = page.getByRole("region", { name: "Project documents" });
  const left = documents.getByText(/^\d+ files were not uploaded to P-2026-004\.$/);
  await page.getByRole("region", { name: "Just done" }).getByRole("button", { name: "Close" }).click();
  await expect(left).toBeVisible();
  expect(await file.boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "Review again" }).click();
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await expect(left).toHaveCount(0);
  expect(await calls(page, "sendPlan")).toEqual([]);
});

test("every row that needs a choice gets it in place", async ({ page, desktop: { app } }) => {
  await openDocuments(page);
  await app.choose(...revision(app));
  await page.getByRole("button", { name: "Upload files…", exact: true }).click();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row("Notat geoteknikk").getByRole("button", { name: "Tegninger VA" }).click();
  await row("Skisse")
    .getByRole("button", { name: /^Use “Skisse/ })
    .click();
  await row("Skisse").getByRole("button", { name: "Tegninger VA" }).click();
  await expect(page.getByRole("checkbox", { name: /^Upload Skisse/ })).toBeChecked();
  await row("HB-140")
    .getByRole("button", { name: /2 with this name/ })
    .click();
  await page.getByRole("menuitem", { name: /No\. 2/ }).click();
  // Which one goes stays to be seen, and to be changed.
  await row("HB-140")
    .getByRole("button", { name: /Replaces: No\. 2/ })
    .click();
  await page.getByRole("menuitem", { name: "None, keep all" }).click();
  await row("HA-203").getByRole("button", { name: "Use this one" }).click();
  await expect(page.getByRole("checkbox", { name: /Upload HA-203/, checked: true })).toHaveCount(1);
  await page.getByRole("button", { name: /^\d+ new$/ }).click();
  await expect(row("HA-201")).toHaveCount(0);
});

test("what failed says why and goes again", async ({ page, desktop: { app, service } }) => {
  await openDocuments(page);
  const upload = { method: "POST", path: `/core${resources.projects}` };
  const closed = { error: "Closed", message: "It is closed until Monday." };
  await service.fault({ ...upload, times: 1, action: { status: 400, body: closed } });
  await service.fault({ ...upload, action: { status: 413, body: { error: "TooLarge", message: "Too large." } } });
  const project = await projectId(service, "production");
  await send(app, project, "HMS og rigg", "SJA sprengning uke 48.docx");
  const panel = await openTransfers(page);
  const item = panel.getByRole("listitem").filter({ hasText: "SJA sprengning uke 48.docx" });
  await expect(item.getByText("It is closed until Monday.", { exact: false })).toBeVisible();
  await send(app, project, "HMS og rigg", "Punktsky.las");
  await expect(panel.getByRole("listitem").filter({ hasText: "Punktsky.las" })).toContainText("413");
  await service.noFaults();
  await item.getByRole("button", { name: "Try again" }).click();
  expect(await calls(page, "retryTransfers")).toEqual([[[expect.any(Number)]]]);
  await expect(panel.getByRole("heading", { name: /Done today/ })).toBeVisible();
  const stuck = panel.getByRole("listitem").filter({ hasText: "Punktsky.las" });
  await expect(stuck, "one bad file does not stop the rest").toBeVisible();

  // The row of the file leads to what solves it, by a click and by Enter.
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("row", { name: /Punktsky\.las/ }).click();
  await expect(stuck).toBeFocused();
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("treegrid", { name: "Documents in the project" }).focus();
  await page.keyboard.press("Enter");
  await expect(stuck).toBeFocused();
});

test("cancelling can be taken back", async ({ page, desktop: { app, service } }) => {
  await openDocuments(page);
  await app.call("pause_transfers", { paused: true });
  const project = await projectId(service, "production");
  await send(app, project, "Documents", "Droneopptak Hoveveien uke 47.mp4");
  const panel = await openTransfers(page);
  await panel.getByRole("button", { name: "Cancel Droneopptak Hoveveien uke 47.mp4" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Droneopptak" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Droneopptak" })).toBeVisible();
  expect(await calls(page, "cancelTransfers"), "it had not begun: nothing was told to the desktop side").toEqual([]);
});
