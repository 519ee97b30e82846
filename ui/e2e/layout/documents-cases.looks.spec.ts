/** What documents, transfers and the history say in states that other looks do not pass. */

import { expect, type Page } from "@playwright/test";
import type { Deleted, Page as Documents, KeptVersions, RestoreOutcome, Transfer, Transfers } from "../../src/ipc";
import { rigging } from "../desktop/kept";
import { desktopOf, hold, openDocuments, prepare, show, test } from "../fixtures";
import { answers, neverAnswers, recorded, recordedFailure, refuses, tells } from "./answers";
import { messagesOf } from "./catalogue";
import { narrow } from "./narrow";
import { lookAtTold, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const sending = recorded<Transfers>("sending");
const at = "2026-11-20T11:00:00Z";
const plan = (page: Page) => page.getByRole("row", { name: /Riggplan/ }).first();

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

test("what could not be done", async ({ page }) => {
  await openDocuments(page);
  const failure = recordedFailure();
  for (const command of ["open_document", "save_documents", "delete_documents", "undo_delete", "pick_files"])
    await refuses(page, command, failure);
  await plan(page).click();
  await page.keyboard.press("Enter");
  // The next act takes away what was said of the one before.
  for (const [keys, words] of [
    [null, "was not opened"],
    ["Control+Shift+s", "was not saved"],
    ["Control+o", "Nothing was uploaded"],
  ] as const) {
    if (keys !== null) await page.keyboard.press(keys);
    await expect(page.getByText(words).first()).toBeVisible();
    await lookAtWords(page, words);
  }
  await show(page, "/documents");
  await plan(page).click();
  await page.keyboard.press("Delete");
  await expect(page.getByText(/was not deleted/).first()).toBeVisible();
  const deleted: Deleted = { undoId: "1", deleted: [], refused: [] };
  await answers<Documents>(page, "list_documents", (given) => given);
  await page.route("**/bridge/invoke/delete_documents", async (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    await route.fulfill({ json: { ...deleted, deleted: ids } });
  });
  await plan(page).click();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/was not restored/).first()).toBeVisible();
  await lookAtWords(page, "what was not deleted or restored");
});

test("a document that is shown in its folder, a page that is read again, and a clipboard without files", async ({
  page,
}) => {
  await openDocuments(page);
  await tells(page, { open_document: { opened: false }, paste_files: null });
  await plan(page).click();
  await page.keyboard.press("Enter");
  await expect(page.getByText("is shown in its folder").first()).toBeVisible();
  await lookAtWords(page, "a document that is shown in its folder");
  await lookAtTold(page, "a clipboard without files", async (language) => {
    await page.keyboard.press("Control+v");
    const said = messagesOf(language).get("documents:notes.nothingToPaste") ?? "";
    await expect(page.locator("[data-over-page] [role=status]").last()).toHaveText(said);
  });
  await neverAnswers(page, "list_documents");
  await page.keyboard.press("F5");
  await expect(page.getByText(", refreshing")).toBeVisible();
  await lookAtWords(page, "a page that is read again");
});

test("files that replace others, transfers that are not cancelled, and the status bar", async ({ page }) => {
  await prepare(page);
  const [item] = sending.items;
  if (item === undefined) throw new Error("No transfer is recorded.");
  const of = (change: Partial<Transfer>, id: number): Transfer => ({ ...item, failure: null, ...change, id });
  const states: [sign: RegExp, told: Partial<Transfers>][] = [
    [/^Replacing/, { items: [of({ state: "working", kind: "replace" }, 1)], active: 1 }],
    [/^Downloading 2 files/, { items: [1, 2].map((id) => of({ state: "working", kind: "download" }, id)), active: 2 }],
    [
      /files are waiting for the server, next try/,
      { items: [1, 2].map((id) => of({ state: "waiting", nextTryAt: at }, id)), active: 0, waiting: 2 },
    ],
    [
      /^Try all/,
      {
        items: [1, 2].map((id) => of({ state: "failed", failure: recordedFailure(), remedies: ["tryAgain"] }, id)),
        ...{ active: 0, waiting: 0, failed: 2 },
      },
    ],
  ];
  await refuses(page, "cancel_transfers", recordedFailure());
  for (const [number, [sign, told]] of states.entries()) {
    await tells(page, { transfers: { ...sending, waiting: 0, failed: 0, needsYou: 0, ...told } satisfies Transfers });
    await show(page, "/documents");
    await page.getByRole("contentinfo").getByRole("button").first().hover();
    if (number === 3) await page.keyboard.press("Control+t");
    await expect(page.getByText(sign).first()).toBeVisible();
    if (number === 0) {
      await page
        .getByRole("button", { name: /^Cancel/ })
        .first()
        .click();
      await expect(page.getByText(/not cancelled/).first()).toBeVisible();
      await page.getByRole("contentinfo").getByRole("button").first().hover();
    }
    await lookAtWords(page, `transfers, ${sign.source}`);
  }
});

test("a new section that cannot be made, documents of one name, projects without a name", async ({ page }) => {
  await answers<Documents>(page, "list_documents", (given) => ({
    ...given,
    sections: given.sections.map((section) => ({
      ...section,
      documents: [
        ...section.documents,
        ...section.documents.slice(0, 1).map((document) => ({ ...document, id: "000000000000000000000fff" })),
      ],
    })),
  }));
  await answers<{ projects: { name: string | null }[] }>(page, "list_projects", (given) => ({
    ...given,
    projects: given.projects.map((project, number) => (number < 3 ? { ...project, name: null } : project)),
  }));
  await answers<{ workOrders: { id: string }[] }>(page, "list_work_orders", (given) => ({
    ...given,
    workOrders: Array.from({ length: 60 }, (_, number) => ({
      ...(given.workOrders[0] ?? { id: "" }),
      ...{ id: number.toString(16).padStart(24, "0"), number: null, name: null, active: true },
    })),
  }));
  await openDocuments(page);
  await page.getByRole("button", { name: "New section" }).click();
  const field = page.getByRole("textbox", { name: /section/i }).last();
  for (const name of ["", "Tegninger VA", "x".repeat(201)]) {
    await field.fill(name);
    await page.keyboard.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await lookAtWords(page, `no section ${name.length}`, ".mantine-Popover-dropdown");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Review" }).first().click();
  await expect(page.getByText(/documents have this name/)).toBeVisible();
  await lookAtWords(page, "documents of one name", "[role=menu]");
  await page.keyboard.press("Escape");
  await page.getByRole("treeitem").nth(1).press("ArrowRight");
  await lookAtWords(page, "projects without a name", "main");
});

/** A version that is kept. */
const version = {
  ...{
    version: 1,
    number: 1,
    folder: null,
    place: "P-2026-004",
    section: rigging,
    name: "Plan.pdf",
    shownName: "Plan.pdf",
  },
  ...{ bytes: 2_000, from: "remote", reason: "deleted", at, keptUntil: at, restorable: true, removed: true },
};

test("what became of a kept version", async ({ page }) => {
  await prepare(page);
  const kept = { total: 1_234, bytes: 1_234_000, days: 90, full: false };
  for (const folder of [null, { id: "0000000c", name: "Tegninger VA" }]) {
    await tells(page, {
      kept_versions: { versions: [{ ...version, folder }], ...kept } as KeptVersions,
      restore_version: { kind: "final" } satisfies RestoreOutcome,
      ...{ open_version: { opened: false }, save_version: true },
    });
    await show(page, "/history");
    const buttons = page.getByRole("listitem").getByRole("button");
    await expect(buttons).toHaveCount(3);
    for (const [number, name] of ["opened", "restored", "saved"].entries())
      await lookAtTold(page, `a kept version, ${name}`, async () => {
        await buttons.nth(number).click();
        await expect(page.locator("[class*=toast]").first()).toBeVisible();
      });
  }
  await tells(page, { kept_versions: { versions: [version], ...kept } as KeptVersions });
  const outcomes: RestoreOutcome[] = [
    { kind: "replaced", covered: 2 },
    { kind: "added", document: "0000000d" },
    { kind: "unchanged" },
  ];
  for (const outcome of outcomes) {
    await tells(page, { restore_version: outcome, undo_restore: null, undo_restore_of_deleted: null });
    await show(page, "/history");
    await expect(page.getByRole("listitem").getByRole("button")).toHaveCount(3);
    const toast = page.locator("[class*=toast]").filter({ hasText: "Plan.pdf" }).first();
    const restore = async () => {
      await page.getByRole("listitem").getByRole("button").nth(1).click();
      await expect(toast).toBeVisible();
    };
    await lookAtTold(page, `a restore: ${outcome.kind}`, restore);
    if (outcome.kind === "unchanged") continue;
    await lookAtTold(page, `the undo of a restore: ${outcome.kind}`, async () => {
      await restore();
      await page.keyboard.press("Control+z");
      await expect(toast).toBeVisible();
    });
  }
});

test("kept versions that are deleted, and transfers that need action in the overview", async ({ page }) => {
  await prepare(page);
  await tells(page, {
    kept_versions: { versions: [version], total: 1, bytes: 2_000, days: 90, full: true } as KeptVersions,
    loss_of_versions: { versions: [version], bytes: 2_000 },
    delete_versions: null,
  });
  await show(page, "/history");
  await expect(page.getByRole("listitem").getByRole("button")).toHaveCount(3);
  await lookAtTold(page, "kept versions that are deleted", async () => {
    await page.locator("[class*=notes] button[class*=Button]").first().click();
    await page.getByRole("dialog").locator("button[class*=Button]").last().click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  const [item] = sending.items;
  if (item === undefined) throw new Error("No transfer is recorded.");
  const items = (["failed", "needsYou"] as const).map((state, id) => ({ ...item, state, id }));
  await tells(page, { transfers: { ...sending, items, failed: 1, needsYou: 1, waiting: 0, active: 0 } });
  await show(page, "/overview");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText("1").first()).toBeVisible();
  await lookAtWords(page, "transfers that need action");
});
