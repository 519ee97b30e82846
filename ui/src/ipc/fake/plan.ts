/** Drop plans of the fake: eighteen files of a revision, with every outcome that the screen knows. */

import type {
  DropPlan,
  DroppedFiles,
  OnPage,
  PlanChange,
  PlanRow,
  PlanWhat,
  PlanWhy,
  PlanWhyReason,
  Target,
} from "../bindings";
import { failure, minutesAgo } from "./data";

type Line = [
  name: string,
  sizeBytes: number,
  section: string | null,
  why: PlanWhyReason,
  what: PlanWhat,
  named?: string,
  count?: number,
];

const lines: Line[] = [
  ["Notat geoteknikk 17.11.pdf", 1_300_000, null, "noSimilarName", "chooseSection"],
  ["HA-203 Plan og profil 980–1400.pdf", 9_800_000, "Tegninger VA", "prefix", "sameNameTwice", "HA-", 14],
  ["HB-140 Kryssing Hoveveien.pdf", 4_900_000, "Tegninger VA", "sameName", "twoWithThisName"],
  ["CON.pdf", 210_000, "Documents", "noSimilarName", "nameRefused"],
  ["HA-101 Oversiktsplan VA rev C.pdf", 8_400_000, "Tegninger VA", "sameName", "replaces"],
  ["HA-201 Plan og profil 0–450.pdf", 12_100_000, "Tegninger VA", "sameName", "replaces"],
  ["HA-202 Plan og profil 450–980.pdf", 11_700_000, "Tegninger VA", "sameName", "alreadyThere"],
  ["SJA sprengning uke 47.docx", 2_900_000, "HMS og rigg", "sameName", "replacesSomeoneElses"],
  ["HA-310 Kum SK25–SK31.dwg", 3_400_000, "Tegninger VA", "prefix", "new", "HA-", 14],
  ["HA-311 Kum SK32–SK36.dwg", 3_100_000, "Tegninger VA", "prefix", "new", "HA-", 14],
  ["HB-112 Pumpestasjon PS2 rør.pdf", 7_200_000, "Tegninger VA", "prefix", "new", "HB-", 9],
  ["Arbeidsvarsling plan 8 Hoveveien.pdf", 2_300_000, "HMS og rigg", "similarName", "new", "Arbeidsvarsling plan 7"],
  ["SJA kryssing Hoveveien uke 48.docx", 410_000, "HMS og rigg", "subfolder", "new", "HMS"],
  ["Riggplan Hoveveien rev C.pdf", 4_100_000, "HMS og rigg", "similarName", "new", "Riggplan Hoveveien rev B"],
  ["Varslingsliste vakt desember.xlsx", 96_000, "HMS og rigg", "subfolder", "new", "HMS"],
  ["Låst av et annet program.xlsx", 88_000, "HMS og rigg", "subfolder", "unreadable", "HMS"],
  ["Punktsky under eksport.las", 880_000_000, "Tegninger VA", "chosen", "new"],
  ["Tom fil.txt", 0, "Documents", "chosen", "new"],
];

/** The synced folder of the drawings. */
export const syncedDrawings = { id: "va", name: "Tegninger VA" };

const standsStill: PlanWhat[] = [
  "chooseSection",
  "sameNameTwice",
  "twoWithThisName",
  "nameRefused",
  "unreadable",
  "checking",
];

const seen: OnPage = { id: "on-page-1", name: "HB-140 Kryssing Hoveveien.pdf", sentAt: minutesAgo(8 * 24 * 60) };
const seenToo: OnPage = { id: "on-page-2", name: "HB-140 Kryssing Hoveveien.pdf", sentAt: null };

function row([name, sizeBytes, section, reason, what, named, count]: Line, rowId: number): PlanRow {
  const why: PlanWhy = { reason, name: named ?? null, count: count ?? null };
  const replaces = what === "replaces" || what === "replacesSomeoneElses" || what === "alreadyThere";
  return {
    rowId,
    name,
    shownName: name,
    folder: reason === "subfolder" ? "HMS" : null,
    sizeBytes,
    section,
    why,
    what,
    sameName: "replace",
    onPage: what === "twoWithThisName" ? [seen, seenToo] : replaces ? [{ ...seen, name }] : [],
    replaceId: replaces ? seen.id : null,
    safeName: what === "nameRefused" ? "CON_.pdf" : null,
    ticked: !standsStill.includes(what) && what !== "alreadyThere" && what !== "replacesSomeoneElses",
    stillSaving: name.endsWith(".las"),
    // As on its page: a folder of the fake keeps the drawings.
    syncedFolder: section === "Tegninger VA" ? syncedDrawings : null,
    failure: what === "unreadable" ? failure("fileUnreadable", { file: name }) : null,
  };
}

/** The plan of a drop; rows go where they were dropped if that was a section. */
export function makePlan(
  drop: DroppedFiles,
  planId: string,
  target: Target | null,
  section: string | null,
  title: string | null,
): DropPlan {
  const rows = lines.slice(0, Math.max(1, drop.files)).map((line, at) => {
    const made = row(line, at + 1);
    if (section === null) return made;
    const settled = made.what === "chooseSection" ? "new" : made.what;
    return {
      ...made,
      section,
      why: { reason: "droppedOnSection" as const, name: null, count: null },
      what: settled,
      ticked: !standsStill.includes(settled) && made.what !== "alreadyThere",
    };
  });
  for (let at = rows.length; at < drop.files; at += 1) {
    rows.push(
      row([`Innmåling ${String(at).padStart(4, "0")}.csv`, 40_000 + at, "Documents", "noSimilarName", "new"], at + 1),
    );
  }
  return {
    planId,
    drop,
    place: target && { target, projectNumber: target.project.replace("project-", ""), title: title ?? "" },
    section,
    sections: ["Documents", "HMS og rigg", "Tegninger VA"],
    rows: target === null ? rows.map((r) => ({ ...r, what: "checking" as const, ticked: false })) : rows,
    leftOut: [
      { name: "Thumbs.db", rule: "Thumbs.db" },
      { name: "~$SJA kryssing.docx", rule: "~$*" },
    ],
    subfolders: drop.folders > 0,
    subfoldersAsSections: false,
    sameName: "replace",
    ready: target !== null,
  };
}

/** One row after a person's change. */
export function changeRow(before: PlanRow, change: PlanChange): PlanRow {
  const after = { ...before, failure: null };
  if (change.section !== null) {
    after.section = change.section;
    after.why = { reason: "chosen", name: null, count: null };
    if (after.what === "chooseSection") after.what = "new";
  }
  if (change.useSafeName && before.safeName !== null) {
    after.name = before.safeName;
    after.shownName = before.safeName;
    after.safeName = null;
    after.what = "new";
  }
  if (change.replaceId !== null) {
    after.replaceId = change.replaceId;
    after.what = "replaces";
  }
  if (change.sameName !== null) {
    after.sameName = change.sameName;
    const onPage = before.onPage.length > 0;
    if (change.sameName === "keepBoth" && onPage) after.what = "keepsBoth";
    if (change.sameName === "replace" && before.what === "keepsBoth") after.what = "replaces";
  }
  after.ticked = before.ticked || (!standsStill.includes(after.what) && after.what !== before.what);
  return after;
}
