/** What stands around the screens and comes about seldom: what ended, what is asked before it closes, days, a folder's project. */

import { expect } from "@playwright/test";
import type { DragMoved, Failure, KeptVersions, LeaveRequested, Transfer, Transfers } from "../../src/ipc";
import { project } from "../desktop/data";
import { writeFolder } from "../desktop/folders";
import { keepVersions, rigging } from "../desktop/kept";
import { desktopOf, prepare, show, test } from "../fixtures";
import { announcer, recorded, recordedFailure, refuses, tells } from "./answers";
import { narrow } from "./narrow";
import { languages, lookAtTold, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const sending = recorded<Transfers>("sending");
const nothing: Transfers = { ...sending, items: [], active: 0, waiting: 0, failed: 0, needsYou: 0 };

/** The project of recorded transfers. */
const place = sending.items[0]?.place ?? "";

test("uploads that ended: one, several to a project, several to different ones", async ({ page }) => {
  const announce = await announcer(page);
  await prepare(page);
  await tells(page, { transfers: nothing });
  await show(page, "/overview");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const [item] = sending.items;
  if (item === undefined) throw new Error("No transfer is recorded.");
  const at = "2026-11-20T11:00:00Z";
  const done = (id: number, to: string): Transfer => ({
    ...{ ...item, id, place: to, state: "done", failure: null, remedies: [], finishedAt: at },
    ...{ name: "HA-101 Oversiktsplan VA rev C.pdf", shownName: "HA-101 Oversiktsplan VA rev C.pdf" },
  });
  const ends: [name: string, places: string[]][] = [
    ["one", [place]],
    ["several", Array<string>(12).fill(place)],
    ["several places", [place, "P-2026-002 Fv. 60 Strandvegen"]],
  ];
  for (const [turn, [name, places]] of ends.entries())
    await lookAtTold(page, `uploads that ended, ${name}`, async (language) => {
      const first = 1 + 100 * (languages.length * turn + languages.indexOf(language));
      const items = places.map((to, number) => done(first + number, to));
      const before = await page.locator("[data-over-page] [role=status]").allTextContents();
      await announce("transfers-changed", { ...nothing, items } satisfies Transfers);
      await expect(page.locator("[data-over-page] [role=status]").last()).not.toHaveText(before.at(-1) ?? "");
    });
});

test("the questions before the window closes or the program quits", async ({ page }) => {
  const announce = await announcer(page);
  await prepare(page);
  for (const request of [
    { quit: true, tray: true, transfers: 1_234, folders: 12, unsaved: { users: 12, newMachine: true } },
    { quit: true, tray: true, transfers: 1, folders: 1, unsaved: { users: 1, newMachine: false } },
    { quit: false, tray: true, transfers: 2, folders: 1, unsaved: { users: 0, newMachine: false } },
  ] satisfies LeaveRequested[]) {
    await show(page, "/overview");
    await announce("leave-requested", request);
    await expect(page.getByRole("dialog").getByRole("button", { name: "Close window" })).toBeVisible();
    await lookAtWords(page, `leaving, ${JSON.stringify(request)}`, "[role=dialog]");
  }
});

test("what was kept yesterday", async ({ page }) => {
  await prepare(page);
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const version = {
    ...{ version: 1, number: 1, folder: null, place, section: rigging, name: "Plan.pdf", shownName: "Plan.pdf" },
    ...{ bytes: 2_000, from: "remote", reason: "deleted", at, keptUntil: at, restorable: true, removed: true },
  };
  await tells(page, {
    kept_versions: { versions: [version], total: 1, bytes: 2_000, days: 90, full: false } as KeptVersions,
  });
  await show(page, "/history");
  await expect(page.getByRole("heading", { name: "Yesterday" })).toBeVisible();
  await lookAtWords(page, "what was kept yesterday");
});

test("files that are still being counted while they are dragged", async ({ page }) => {
  const announce = await announcer(page);
  await prepare(page);
  await show(page, "/overview");
  const moved: DragMoved = { x: 700, y: 400, files: 1_234, folders: 12, bytes: 0, counting: true };
  await announce("drag-moved", moved);
  await expect(page.getByText("counting…")).toBeVisible();
  await lookAtWords(page, "files that are being counted");
});

test("a restore that is not undone, as the file was replaced since", async ({ page, desktop }) => {
  await prepare(page);
  await keepVersions(desktop);
  const failure = {
    ...recordedFailure(),
    kind: "conflict",
    status: null,
    params: { file: "SJA sprengning uke 47.docx", replacedSince: "true" },
  };
  await refuses(page, "undo_restore_of_deleted", failure as Failure);
  await show(page, "/history");
  await page.getByRole("button", { name: "Restore: SJA sprengning uke 47.docx" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/was replaced after it was restored/).first()).toBeVisible();
  await lookAtWords(page, "a restore that is not undone");
});

test("a folder with the number of its project in its name", async ({ page }) => {
  const { app } = desktopOf(page);
  await prepare(page);
  await show(page, "/folders/new");
  await app.choose(writeFolder(app, { name: `${project.number} Tegninger`, files: ["HC-101.pdf"] }));
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByText("fits the folder’s name")).toBeVisible();
  await lookAtWords(page, "a project that fits the name of a folder");
});
