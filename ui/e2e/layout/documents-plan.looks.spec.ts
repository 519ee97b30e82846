/** Outcomes of an upload's files, each case, fit a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type { DropPlan, OnPage, OtherProject, PlanRow, PlanUpdate } from "../../src/ipc";
import { openDocuments, test } from "../fixtures";
import { openPlan } from "../scenes/transfers";
import { recorded, recordedFailure, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const at = "2026-11-20T11:00:00Z";
const plan = recorded<DropPlan>("plan");
const [first] = plan.rows;
if (first === undefined) throw new Error("No row is recorded.");

const there = (change: Partial<OnPage> = {}): OnPage => ({
  ...{ id: "000000000000000000000011", name: "HA-201 Plan.pdf", sentAt: at, savedAt: at, sizeBytes: 2_000 },
  ...change,
});
const elsewhere = there({ id: "000000000000000000000012", sentAt: null, savedAt: null, sizeBytes: null });

/** A row for each case; the section is that of the recorded page. */
const cases: Partial<PlanRow>[] = [
  { what: "alreadyThere" },
  { what: "checking" },
  { what: "replaces", onPage: [there()], replaceId: there().id, safeName: "HA-2_02 Plan.pdf" },
  { what: "replacesSomeoneElses", onPage: [elsewhere], replaceId: elsewhere.id },
  { what: "newerThere", onPage: [there()], replaceId: there().id },
  { what: "newerThere", onPage: [], newer: there({ name: "HA-201 Plan rev C.pdf" }) },
  { what: "twoWithThisName", onPage: [there(), elsewhere], replaceId: there().id },
  { what: "twoWithThisName", onPage: [there(), elsewhere], replaceId: null },
  { what: "sameNameTwice", ticked: false },
  { what: "new", section: null },
  { what: "unreadable", sizeBytes: null, failure: { ...recordedFailure(), kind: "localFile" } },
  { what: "twoWithThisName", onPage: [there({ savedAt: null }), elsewhere], replaceId: null },
  { what: "sameNameTwice", folder: "Revisjon" },
  { what: "nameRefused", nameProblem: "notText", safeName: null },
  { what: "nameRefused", nameProblem: "tooLong", safeName: "HA-201.pdf" },
  { what: "nameRefused", nameProblem: "controlCharacters", safeName: "HA-202.pdf" },
  { what: "unreadable", sizeBytes: null, failure: { ...recordedFailure(), kind: "tooLarge" } },
  { what: "unreadable", sizeBytes: null, failure: { ...recordedFailure(), kind: "fileVanished" } },
  { what: "new", tooLargeBytes: 100_000_000 },
  { what: "new", alsoIn: "HMS og rigg" },
  { what: "new", why: { reason: "droppedOnSection", name: null, count: null } },
  { what: "new", why: { reason: "onlySection", name: null, count: null } },
  { what: "chooseSection", section: null, ticked: false, likely: ["Documents", "mappe - Armering"] },
  { what: "chooseSection", section: null, ticked: false },
  { what: "beingUploaded", ticked: false },
];
const rows = cases.map((change, rowId): PlanRow => {
  const name = `HA-2${String(rowId).padStart(2, "0")} Plan.pdf`;
  return { ...first, rowId, name, shownName: name, section: "Tegninger VA", ticked: true, ...change };
});

/** Opens a plan that is told in place of the one of the files. */
async function openTold(page: Page, change: Partial<DropPlan>): Promise<void> {
  const told: DropPlan = { ...plan, ...change };
  await tells(page, { plan_drop: told, get_plan: told, discard_plan: null });
  await openPlan(page);
}

test("each case of a file", async ({ page }) => {
  await openDocuments(page);
  const leftOut = [1, 2, 3].map((number) => ({ name: `Thumbs ${number}.db`, rule: "temporary" }));
  await openTold(page, { rows, leftOut });
  await expect(page.getByRole("row").filter({ hasText: "HA-200" }).first()).toBeVisible();
  await lookAtWords(page, "cases of files");

  // Lists of what is farther below.
  for (const [number, name] of ["HA-205", "HA-206", "HA-207", "HA-211"].entries()) {
    await page.getByRole("row").filter({ hasText: name }).getByRole("button").first().click();
    await expect(page.getByRole("menuitem", { name: "Compare…" })).toBeVisible();
    await lookAtWords(page, `answers for ${name}`, "[role=menu]");
    if (number === 0) await page.keyboard.press("Escape");
    else {
      await page.getByRole("menuitem", { name: "Compare…" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await lookAtWords(page, `comparison of ${name}`, "[role=dialog]");
      await page.keyboard.press("Escape");
    }
  }
  const section = page.getByRole("row").filter({ hasText: "HA-200" }).locator("[data-section-field] input").first();
  await section.click();
  await page.getByRole("option", { name: /^New section/ }).click();
  await expect(page.getByRole("textbox", { name: /^New section for/ })).toBeVisible();
  // The field closes as soon as another window is looked at; it keeps the focus here.
  await lookAtWords(page, "a new section", "main");
});

test("files of another project, and a plan that was left", async ({ page }) => {
  await openDocuments(page);
  const target = plan.place?.target ?? { project: "", workOrder: null };
  const fewer = rows.slice(0, 3);
  for (const [reason, rowIds] of [
    ["names", [0, 1, 2]],
    ["number", [0, 1]],
  ] as const) {
    const other: OtherProject = { target, number: "P-2026-002", name: "Riggplaner", reason, rowIds: [...rowIds] };
    await tells(page, { other_project: other });
    await openTold(page, { rows: fewer });
    await expect(page.getByText(/seem to belong to P-2026-002/)).toBeVisible();
    await lookAtWords(page, `files of another project, ${reason}`);
    await page.keyboard.press("Escape");
  }
  const told: DropPlan = { ...plan, rows: fewer };
  const changed: PlanUpdate = { planId: plan.planId, rows: fewer, ready: true };
  await tells(page, { split_plan: { left: told, other: told }, change_plan: changed.rows });
  await openTold(page, { rows: fewer });
  await page.getByRole("button", { name: /^Split 2 to/ }).click();
  await expect(page.getByText(/^Next: 3 files for/)).toBeVisible();
  await lookAtWords(page, "the next plan");
});
