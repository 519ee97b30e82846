/** Questions and news of a synced folder, in each form, fit a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type {
  ConflictLocal,
  ConflictReason,
  ConflictRemote,
  DamagedFiles,
  FileView,
  FolderActivity,
  FolderConflict,
  FolderFiles,
  Folders,
  GoneFiles,
  Shown,
  SyncedFolder,
} from "../../src/ipc";
import { prepare, show, test } from "../fixtures";
import { below, recorded, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const { folders: office } = recorded<{ folders: Folders }>("office");
const [drawings] = office.folders;
if (drawings === undefined) throw new Error("No folder is recorded.");
const { id } = drawings;

const at = "2026-11-20T11:00:00Z";
const here = (bytes: number): ConflictLocal => ({ bytes, modifiedAt: at, collidesWith: null, wasInProject: false });
const there = (change: Partial<ConflictRemote> = {}): ConflictRemote => ({
  ...{ fileReferenceId: "000000000000000000000011", shownName: "", bytes: 2_000, fetchedAt: at, ours: false },
  ...{ uploadedByHand: null },
  ...change,
});
const notRead = there({ bytes: null, fetchedAt: null });
const ours = there({ fileReferenceId: "000000000000000000000012", ours: true });

type Of = [name: string, reason: ConflictReason, local: ConflictLocal | null, remote: ConflictRemote[]];

const conflicts: FolderConflict[] = (
  [
    ["HA-201 Plan og profil.dwg", "bothChanged", here(3_000), [there()]],
    ["HA-202 Plan og profil.dwg", "bothChanged", here(1_000), [there()]],
    ["HA-203 Plan og profil.pdf", "bothChanged", here(2_000), [notRead]],
    ["HA-204 Plan og profil.dwg", "bothChanged", null, [there()]],
    ["HA-205 Plan og profil.dwg", "replacedElsewhere", { ...here(2_000), wasInProject: true }, [there()]],
    ["HA-206 Plan og profil.dwg", "firstContact", here(2_000), [there()]],
    ["HA-207 Plan og profil.pdf", "duplicateNames", here(2_000), [notRead, ours]],
    ["HA-208 Plan og profil.dwg", "duplicateNames", null, [there(), ours]],
    ["HA-209 Plan og profil.dwg", "deletedElsewhere", { ...here(2_000), wasInProject: true }, []],
    ["HA-210 Plan og profil.dwg", "deletedElsewhere", { ...here(2_000), wasInProject: true }, []],
    ["HA-211 Plan og profil.dwg", "replacedElsewhere", here(2_000), [there({ uploadedByHand: at })]],
    ["HA-212 Plan og profil.dwg", "bothChanged", here(2_000), [there({ uploadedByHand: at })]],
    ["HA-213 Plan og profil.dwg", "duplicateNames", here(2_000), [ours, there({ uploadedByHand: at })]],
    ["Plan.pdf", "nameCollision", { ...here(22), collidesWith: "PLAN.pdf" }, [there()]],
  ] satisfies Of[]
).map(([name, reason, local, remote]) => ({
  ...{ section: "Tegninger VA", name, shownName: name, reason, local, remote },
  // What was the same never has no time for it.
  agreedAt: reason === "firstContact" ? null : at,
  deletedByHand: name.startsWith("HA-210") ? at : null,
}));

const gone: GoneFiles["files"] = ["Uke 46", "Uke 46", "Uke 45"].map((section, number) => ({
  ...{ section, name: `Stikning ${number}.csv`, shownName: `Stikning ${number}.csv`, state: "needsDecision" },
  ...{ reason: "manyDeletes", detail: null, fileReferenceId: null, sent: at, listed: true, verified: null },
}));
const renamed = (count: number): GoneFiles["renamed"] =>
  Array.from({ length: count }, (_, number) => ({
    ...{ section: "Uke 46", name: `Profil ${number}.csv`, shownName: `Profil ${number}.csv` },
    ...{ toSection: "Uke 47", shownToName: `Profil ${number} rev B.csv` },
  }));
const damaged: DamagedFiles = {
  files: (["empty", "otherType", null] as const).map((damage, number) => ({
    ...{ section: "Rigg", name: `Plan ${number}.pdf`, shownName: `Plan ${number}.pdf`, bytes: 2_000, damage },
  })),
  of: 34,
};
const unsettled: Shown<FileView>[] = [
  {
    ...{ section: "Logg", name: "Logg.xlsx", shownName: "Logg.xlsx", state: "needsDecision", reason: "keepsChanging" },
    ...{ detail: null, fileReferenceId: null, sent: null, listed: false, verified: null },
  },
];

/** Opens what the folder asks, told in place of what the app knows. */
async function openCases(
  page: Page,
  change: Partial<SyncedFolder>,
  said: { conflicts?: FolderConflict[]; gone?: GoneFiles; damaged?: DamagedFiles; unsettled?: Shown<FileView>[] },
): Promise<void> {
  const none = { conflicts: 0, gone: 0, renamed: 0, damaged: 0, unsettled: 0 };
  const folder = { ...drawings, ...none, reason: "decisions", ...change };
  await tells(page, {
    folders: { ...office, folders: [folder] } as Folders,
    folder_conflicts: said.conflicts ?? [],
    folder_gone: said.gone ?? ({ files: [], renamed: [], of: 34, guard: false } satisfies GoneFiles),
    folder_damaged: said.damaged ?? ({ files: [], of: 34 } satisfies DamagedFiles),
    folder_unsettled: said.unsettled ?? [],
  });
  await show(page, `/folders/${id}/needs`);
  await expect(page.getByRole("option").first()).toBeVisible();
}

/** Looks at each case of the queue. */
async function lookAtEach(page: Page, names: readonly string[]): Promise<void> {
  for (const [number, name] of names.entries()) {
    const option = page.getByRole("option").nth(number);
    await option.click();
    await expect(option).toHaveAttribute("aria-selected", "true");
    await lookAtWords(page, name, number === 0 ? "body" : "[role=tabpanel]");
  }
}

test("a conflict of each kind", async ({ page }) => {
  await prepare(page);
  // What is no PDF and no image has words in place of a picture.
  await page.route("**/bridge/document**", (route) => route.fulfill({ body: "of another type" }));
  await openCases(page, { conflicts: conflicts.length }, { conflicts });
  await lookAtEach(
    page,
    conflicts.map(({ reason, name }) => `${reason} ${name}`),
  );
});

test("files that were deleted, renamed, damaged or keep changing together", async ({ page }) => {
  await prepare(page);
  const counts = { damaged: 3, gone: 5, renamed: 2, unsettled: 1 };
  const all = { damaged, unsettled, gone: { files: gone, renamed: renamed(2), of: 34, guard: true } };
  await openCases(page, counts, all);
  await lookAtEach(page, ["damaged", "keeps changing", "renamed", "deleted"]);
  await openCases(page, { gone: 1, renamed: 1 }, { gone: { files: [], renamed: renamed(1), of: 34, guard: false } });
  await lookAtEach(page, ["renamed, one"]);
  await openCases(page, { gone: 3 }, { gone: { files: gone, renamed: [], of: gone.length, guard: true } });
  await lookAtEach(page, ["deleted, all of them"]);
  const moved = renamed(1).map((file) => ({ ...file, shownToName: file.shownName }));
  await openCases(page, { gone: 1, renamed: 1 }, { gone: { files: [], renamed: moved, of: 34, guard: false } });
  await lookAtEach(page, ["moved, one"]);
});

test("a folder that stands still", async ({ page }) => {
  await prepare(page);
  for (const reason of ["notFound", "projectClosed", "decisions"]) {
    await openCases(page, { reason }, {});
    await lookAtEach(page, [reason]);
  }
});

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
