/** What synced folders say of single files, of what happened and of how one is added, in each of its forms. */

import { expect } from "@playwright/test";
import type {
  FileTrail,
  FileView,
  FirstPlan,
  FolderActivity,
  FolderFiles,
  Folders,
  FolderUnwatched,
  Project,
  ProjectList,
  Shown,
  VerifyReport,
} from "../../src/ipc";
import { writeFolder } from "../desktop/folders";
import { desktopOf, prepare, show, test } from "../fixtures";
import { answers, below, neverAnswers, recorded, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const { folders: office } = recorded<{ folders: Folders }>("office");
const [drawings] = office.folders;
if (drawings === undefined) throw new Error("No folder is recorded.");
const { id } = drawings;

const at = "2026-11-20T11:00:00Z";
const file = (name: string, change: Partial<FileView> = {}): Shown<FileView> => ({
  ...{ section: "Tegninger VA", name, shownName: name, state: "waiting", reason: "new", detail: null },
  ...{ fileReferenceId: null, sent: null, listed: false, verified: null },
  ...change,
});
const filesOf = (files: Shown<FileView>[]): FolderFiles => ({
  ...{ files, total: files.length },
  counts: { all: files.length, needsDecision: 0, failed: 0, waiting: files.length, working: 0, inStep: 0 },
});

test("why a file waits, each reason, and lists without files", async ({ page }) => {
  await prepare(page);
  await tells(page, { folders: office });
  const reasons = below("sync:why.");
  for (let from = 0; from < reasons.length; from += 12) {
    const shown = reasons.slice(from, from + 12);
    await tells(page, { folder_files: filesOf(shown.map((reason) => file(`HA-101 ${reason}.pdf`, { reason }))) });
    await show(page, `/folders/${id}/files`);
    await expect(page.getByRole("cell", { name: shown[0] ?? "" }).first()).toBeVisible();
    await lookAtWords(page, `reasons from ${from}`);
  }
  await tells(page, { folder_files: filesOf([]) });
  for (const tab of ["files", "waiting"]) {
    await show(page, `/folders/${id}/${tab}`);
    await expect(page.getByRole("textbox", { name: "Search in this folder" })).toBeVisible();
    await lookAtWords(page, `no ${tab}`);
  }
  await page.getByRole("textbox", { name: "Search in this folder" }).fill("HB");
  await expect(page.getByText("No file matches")).toBeVisible();
  await lookAtWords(page, "no file that matches");
  await show(page, "/folders/ffffffff/files");
  await expect(page.getByText("This folder is no longer synced.")).toBeVisible();
  await lookAtWords(page, "a folder that was removed");
});

test("the menu of a folder, and what a comparison found", async ({ page }) => {
  await prepare(page);
  await tells(page, { folders: office, folder_files: filesOf([file("HA-101.pdf")]) });
  await neverAnswers(page, "verify_folder");
  const openMenu = async () => {
    await show(page, `/folders/${id}/files`);
    await page.getByRole("button", { name: "More for Tegninger VA" }).click();
    await expect(page.getByRole("menuitem", { name: "Verify every file" })).toBeVisible();
  };
  await openMenu();
  await lookAtWords(page, "menu of a folder", "[role=menu]");
  await page.getByRole("menuitem", { name: "Verify every file" }).click();
  await expect(page.getByText("Downloading documents", { exact: false })).toBeVisible();
  await lookAtWords(page, "documents being compared");

  const results = ["different", "missingRemote", "missingLocal", "notChecked"] as const;
  const rows = results.map((result) => ({ section: "VA", name: result, shownName: `HA-101 ${result}.pdf`, result }));
  const none: VerifyReport = { same: 0, different: 0, missing: 0, notChecked: 0, rows: [] };
  for (const found of [
    { ...none, same: 12, different: 1, missing: 2, notChecked: 3, rows },
    { ...none, same: 12 },
  ]) {
    await tells(page, { verify_folder: found });
    await openMenu();
    await page.getByRole("menuitem", { name: "Verify every file" }).click();
    await expect(page.getByRole("status").filter({ hasText: "12" })).toBeVisible();
    await lookAtWords(page, `what a comparison found, ${found.rows.length}`);
  }
});

test("what happened, each kind of it and many at once", async ({ page }) => {
  await prepare(page);
  const kinds = below("sync:event.") as FolderActivity["events"][number]["kind"][];
  const happened = kinds.flatMap((kind, hour) =>
    Array.from({ length: hour === 0 ? 15 : 2 }, (_, number) => ({
      ...{ id: hour * 100 + number, at: `2026-11-20T${String(23 - hour).padStart(2, "0")}:00:00Z`, folder: id, kind },
      ...{
        target: null,
        folderName: "Tegninger VA",
        shownName: `HA-10${number}.pdf`,
        section: "VA",
        by: "Kari, kontor",
      },
      detail: "",
    })),
  );
  // Where a folder was before it was moved: the newest stands first.
  const from = "D:\\Prosjekter\\Tegninger VA";
  for (const event of happened) if (event.kind === "moved") event.detail = from;
  await tells(page, {
    folders: office,
    folder_activity: { events: happened, hasOlder: true } satisfies FolderActivity,
  });
  await show(page, `/folders/${id}/activity`);
  await page.locator("summary").first().click();
  await expect(page.getByText("HA-100.pdf").first()).toBeVisible();
  await lookAtWords(page, "activity of a folder");
});

test("folders that are looked at by time, and the trail of a file", async ({ page }) => {
  await prepare(page);
  const causes = below("sync:sentence.polled.") as FolderUnwatched[];
  const folders = causes.map((polledBecause, number) => ({
    ...drawings,
    ...{ id: `0000000${number}`, polledSeconds: 60, polledBecause },
  }));
  await tells(page, { folders: { ...office, folders, limitBytesPerSecond: 250_000, runsElsewhere: true } });
  const trail = (name: string, change: Partial<FileTrail>): FileTrail => ({
    ...{ folder: folders[0]?.id ?? "", folderName: "Tegninger VA", section: "VA", name, shownName: name },
    ...{
      seen: [name],
      ignoredBy: null,
      onPage: 0,
      refused: null,
      refusedStatus: null,
      waitsForAnswer: false,
      file: null,
    },
    ...change,
  });
  const sent = file("HA-102.pdf", { state: "inStep", reason: "", sent: at, verified: at });
  const told: FileTrail[][] = [
    [
      trail("HA-101.pdf", { refused: "The name is taken.", refusedStatus: 422, waitsForAnswer: true }),
      trail("HA-102.pdf", { file: sent, onPage: 2 }),
    ],
    [
      trail("HA-103.pdf", { onPage: 1, file: file("HA-103.pdf", { reason: "renamed" }) }),
      trail("HA-104.pdf", { ignoredBy: "temporary" }),
      trail("HA-105.pdf", { seen: [] }),
    ],
    [],
  ];
  await show(page, "/folders");
  for (const [number, trails] of told.entries()) {
    await tells(page, { explain_files: trails });
    await page.getByRole("textbox", { name: "Why isn't this file uploaded?" }).fill(`HA-10${number}`);
    const sign = trails[0]?.shownName ?? "No results for";
    await expect(page.getByRole("complementary").getByText(sign, { exact: false }).first()).toBeVisible();
    await lookAtWords(page, `trails, ${number}`);
  }
});

test("a folder that is added, with all that its plan may say", async ({ page }) => {
  const { app } = desktopOf(page);
  await prepare(page);
  await answers<ProjectList>(page, "list_projects", (given) => {
    const [first] = given.projects;
    const more = Array.from({ length: first === undefined ? 0 : 9 }, (_, number) => ({
      ...(first as Project),
      ...{ id: `more-${number}`, number: `S-${100 + number}`, name: `Skole ${number}`, usedAt: null },
    }));
    return { ...given, projects: [...given.projects, ...more] };
  });
  await show(page, "/folders/new");
  await app.choose(
    writeFolder(app, { name: "Tegninger etappe 3", files: ["HC-101.pdf", "HC-102.pdf", "Grøft/1.pdf"] }),
  );
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByText("Type to find more", { exact: false })).toBeVisible();
  await lookAtWords(page, "some of the projects");
  await page.locator("main input").first().fill("skole");
  await expect(page.getByText("8 matches shown", { exact: false })).toBeVisible();
  await lookAtWords(page, "some of the matches");
  await page.locator("main input").first().fill("there is none");
  await expect(page.getByText("No project or work order matches.")).toBeVisible();
  await lookAtWords(page, "no place");
  await page.locator("main input").first().fill("P-2026-004");
  await page.getByRole("button", { name: /P-2026-004/ }).click();
  await expect(page.getByRole("radio", { name: "A section for each subfolder" })).toBeVisible();
  await lookAtWords(page, "subfolders left out");
  await answers<FirstPlan>(page, "plan_folder", (plan) => ({
    ...plan,
    ...{ toCompare: 3, different: 2, waiting: 4, inSubfolders: 12, onlyOnPage: 7, rowsInAll: 1_234 },
    leftOut: [
      { rule: "temporary", files: 12 },
      { rule: "*.bak", files: 1_234 },
    ],
    sameSection: ["Tegninger VA", "Stikningsdata Tengesdal og Skudeneshavn, tredje etappe"],
  }));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("in subfolders, not uploaded", { exact: false })).toBeVisible();
  await lookAtWords(page, "plan of a folder");
});
