/** The synced folders of the fake: one in each state of the vocabulary, worst first. All of it is made up. */

import type { FileView, FolderConflict, FolderEvent, Shown, SyncedFolder } from "../../bindings";
import { minutesAgo } from "../data";
import type { Scenario } from "../scenarios";

const day = 24 * 60;
const target = (number: string, workOrderId: string | null = null) => ({
  project: `project-${number}`,
  workOrder: workOrderId,
});

const quiet: Omit<SyncedFolder, "id" | "name" | "shownPath" | "target" | "projectNumber" | "title" | "state"> = {
  workOrderNumber: null,
  section: null,
  sectionsBySubfolder: false,
  deletes: "ask",
  files: 0,
  inStep: 0,
  pending: 0,
  conflicts: 0,
  gone: 0,
  unsettled: 0,
  waiting: 0,
  failed: 0,
  otherConnection: null,
  reason: "inStep",
  reasonName: null,
  reasonDetail: null,
  comparedAt: minutesAgo(3),
  nextLookAt: null,
  paused: null,
  progress: null,
  polledSeconds: null,
  polledBecause: null,
  rebuilt: false,
};

function folder(
  id: string,
  name: string,
  shownPath: string,
  number: string,
  rest: Partial<SyncedFolder>,
): SyncedFolder {
  return {
    ...quiet,
    id,
    name,
    shownPath,
    target: target(number),
    projectNumber: number,
    title: "",
    state: "inStep",
    ...rest,
  };
}

/** A file that keeps changing, a project that is closed, files that failed: states that no conflict explains. */
const stuck = [
  folder("logg", "Pumpelogg", "P:\\Sandnes sør\\Logg", "P-2026-004", {
    title: "VA Sandnes sør, etappe 2",
    section: "Logg",
    state: "needsDecision",
    files: 4,
    inStep: 3,
    pending: 1,
    unsettled: 1,
    reason: "decisions",
  }),
  folder("lukket", "Tegninger Retvet", "P:\\Retvet\\Tegninger", "P-2026-011", {
    title: "E18 Retvet, massedeponi",
    state: "needsDecision",
    files: 27,
    inStep: 27,
    reason: "projectClosed",
  }),
  folder("film", "Film befaring", "P:\\Fv44\\Film", "P-2026-001", {
    title: "Fv. 44 Tengesdal, rassikring",
    section: "Film",
    state: "failed",
    files: 9,
    inStep: 6,
    pending: 3,
    waiting: 1,
    failed: 2,
    reason: "refused",
    reasonName: "Video befaring 1.mp4",
    reasonDetail: "413",
  }),
];

/** The folders of a scenario. */
export function syncedFolders({ on }: Scenario): SyncedFolder[] {
  if (on.has("noFolders") || on.has("empty") || on.has("first")) return [];
  const calm = [
    folder("hms", "HMS felles", "P:\\HMS\\Gjeldende", "P-2026-004", {
      title: "Kryssing Hoveveien",
      workOrderNumber: "4-130",
      target: target("P-2026-004", "project-P-2026-004-order-3"),
      files: 38,
      inStep: 38,
    }),
  ];
  if (on.has("calmFolders")) return calm;
  if (on.has("stuckFolders")) return [...stuck, ...calm];
  return [
    folder("va", "Tegninger VA", "P:\\Sandnes sør\\Tegninger", "P-2026-004", {
      title: "VA Sandnes sør, etappe 2",
      section: "Tegninger VA",
      state: "needsDecision",
      files: 46,
      inStep: 38,
      pending: 8,
      conflicts: 5,
      gone: 3,
      reason: "decisions",
    }),
    folder("stikning", "Stikningsdata Tengesdal", "P:\\Fv44\\Stikning", "P-2026-001", {
      title: "Fv. 44 Tengesdal, rassikring",
      sectionsBySubfolder: true,
      state: "needsDecision",
      files: 153,
      inStep: 153,
      pending: 61,
      gone: 61,
      reason: "decisions",
    }),
    folder("rigg", "Riggplaner Mölndal", "E:\\Spinneriet\\Rigg", "P-2026-007", {
      title: "Kv. Spinneriet, Mölndal – schakt",
      section: "Rigg",
      state: "offline",
      files: 12,
      inStep: 12,
      reason: "folderAway",
      reasonDetail: "E:",
    }),
    folder("armering", "Armering bru", "\\\\srv-kontor\\felles\\Storelva\\Armering", "P-2025-038", {
      title: "Bru over Storelva, Hol",
      section: "Armering",
      state: "waiting",
      files: 66,
      inStep: 64,
      pending: 2,
      waiting: 2,
      polledSeconds: 60,
      polledBecause: "networkDrive",
      reason: "locked",
      reasonName: "K-201 Armering søyle akse 1.dwg",
      reasonDetail: "AutoCAD LT",
    }),
    folder("modeller", "Modeller skole", "P:\\Bjørkelia\\IFC", "P-2026-014", {
      title: "Ny skole Bjørkelia",
      section: "Modeller",
      state: "working",
      files: 112,
      inStep: 34,
      pending: 78,
      reason: "working",
      progress: { filesDone: 34, filesTotal: 112, bytesDone: 118_000_000, bytesTotal: 310_000_000 },
    }),
    folder("deponi", "Deponi Retvet", "P:\\Retvet\\Til felt", "P-2026-011", {
      title: "E18 Retvet, massedeponi",
      state: "paused",
      files: 27,
      inStep: 23,
      pending: 4,
      reason: "pausedUntil",
      paused: { until: minutesAgo(-2 * day) },
    }),
    ...calm,
  ];
}

const names = [
  "HA-101 Oversiktsplan VA rev C.pdf",
  "HA-202 Plan og profil 450–980.pdf",
  "HA-305 Kum SK14–SK19.dwg",
  "HA-306 Kum SK20–SK24.dwg",
  "HB-110 Pumpestasjon PS2 snitt A–A.pdf",
  "VL spillvann SP200 senterlinje.xml",
  "Terrengmodell 2026-11-18.ifc",
  "Kontrollplan VA-ledninger.pdf",
];

/** The files of a folder; each open one with its reason. */
export function filesOf(folder: SyncedFolder, conflicts: FolderConflict[], gone: Shown<FileView>[]): Shown<FileView>[] {
  const section = folder.section ?? "Documents";
  const file = (name: string, at: number, rest: Partial<Shown<FileView>> = {}): Shown<FileView> => ({
    section,
    name,
    shownName: name,
    state: "inStep",
    reason: "",
    detail: null,
    fileReferenceId: `ref-${folder.id}-${at}`,
    sent: minutesAgo(130 + at * 71),
    listed: true,
    verified: at % 9 === 4 ? minutesAgo(40) : null,
    ...rest,
  });
  const asked = conflicts.map(({ name, section: of, reason }, at) =>
    file(name, 900 + at, { section: of, state: "needsDecision", reason, listed: reason !== "deletedElsewhere" }),
  );
  const left = gone.map(({ name, section: of, reason }, at) =>
    file(name, 800 + at, { section: of, state: "needsDecision", reason }),
  );
  const locked = Array.from({ length: folder.waiting }, (_, at) =>
    file(`K-20${at + 1} Armering søyle akse ${at + 1}.dwg`, 700 + at, {
      state: "waiting",
      reason: "locked",
      detail: "AutoCAD LT",
    }),
  );
  const unsettled = Array.from({ length: folder.unsettled }, (_, at) =>
    file(`Loggskjema pumpe ${at + 1}.xlsx`, 650 + at, { state: "needsDecision", reason: "keepsChanging" }),
  );
  const refused = Array.from({ length: folder.failed }, (_, at) =>
    file(`Video befaring ${at + 1}.mp4`, 680 + at, {
      state: "failed",
      reason: "refused",
      detail: "413",
      fileReferenceId: null,
      sent: null,
      listed: false,
    }),
  );
  const sending = Array.from({ length: folder.progress ? 3 : 0 }, (_, at) =>
    file(`${["ARK_plan_1_etasje", "RIB_dekke_over_u1", "RIV_kanaler_2_etasje"][at]}.ifc`, 600 + at, {
      state: "working",
      reason: "new",
      fileReferenceId: null,
      sent: null,
      listed: false,
    }),
  );
  const fine = Array.from({ length: folder.inStep }, (_, at) =>
    file(names[at] ?? `HA-${400 + at} Detalj ${at}.pdf`, at),
  );
  return [...asked, ...left, ...unsettled, ...refused, ...locked, ...sending, ...fine];
}

/** What waits for a choice in a folder. */
export function conflictsOf(id: string): FolderConflict[] {
  if (id !== "va") return [];
  const conflict = (name: string, reason: FolderConflict["reason"], rest: Partial<FolderConflict>): FolderConflict => ({
    section: "Tegninger VA",
    name,
    shownName: name,
    reason,
    local: { bytes: 12_700_000, modifiedAt: minutesAgo(2 * day + 70), collidesWith: null },
    remote: [theirs("r1", name, 12_528_000)],
    agreedAt: minutesAgo(4 * day),
    ...rest,
  });
  const theirs = (fileReferenceId: string, shownName: string, bytes: number | null) => ({
    fileReferenceId,
    shownName,
    bytes,
    fetchedAt: bytes === null ? null : minutesAgo(3 * day),
    ours: false,
  });
  return [
    conflict("HA-201 Plan og profil 0–450.pdf", "bothChanged", {}),
    conflict("HB-111 Pumpestasjon PS2 bunnplate, vegger og dekke, armering.pdf", "bothChanged", {
      local: { bytes: 6_000_000, modifiedAt: minutesAgo(290), collidesWith: null },
      remote: [theirs("r2", "HB-111 Pumpestasjon PS2 bunnplate, vegger og dekke, armering.pdf", null)],
    }),
    conflict("HB-140 Kryssing Hoveveien.pdf", "duplicateNames", {
      local: { bytes: 4_800_000, modifiedAt: minutesAgo(8 * day), collidesWith: null },
      remote: [
        { ...theirs("r3", "HB-140 Kryssing Hoveveien.pdf", 4_800_000), ours: true },
        theirs("r4", "HB-140 Kryssing Hoveveien.pdf", 4_912_000),
      ],
    }),
    conflict("HA-120 Fasadeplan.pdf", "deletedElsewhere", {
      local: { bytes: 2_100_000, modifiedAt: minutesAgo(12 * day), collidesWith: null },
      remote: [],
    }),
    conflict("PLAN.pdf", "nameCollision", {
      local: { bytes: 900_000, modifiedAt: minutesAgo(300), collidesWith: "Plan.pdf" },
      remote: [],
      agreedAt: null,
    }),
  ];
}

/** Files that are gone from a folder and still on its page. */
export function goneFrom(id: string): Shown<FileView>[] {
  const gone = (section: string, name: string, reason: string, minutes: number): Shown<FileView> => ({
    section,
    name,
    shownName: name,
    state: "needsDecision",
    reason,
    detail: null,
    fileReferenceId: null,
    sent: minutesAgo(minutes),
    listed: true,
    verified: null,
  });
  if (id === "va")
    return ["HA-001 Tegningsliste rev A.pdf", "HA-099 Skisse utløp.pdf", "Notat grøftebredde.docx"].map((name, at) =>
      gone("Tegninger VA", name, "waitsForApproval", (12 + at) * day),
    );
  if (id !== "stikning") return [];
  return Array.from({ length: 61 }, (_, at) => {
    const name = `Stikning ${String(at + 1).padStart(3, "0")} profil ${at * 20}.csv`;
    return gone(at < 58 ? "Uke 46" : "Uke 45", name, "manyDeletes", 6 * day);
  });
}

/** What happened, newest first, a line a file. */
export function eventsOf(folders: SyncedFolder[]): FolderEvent[] {
  const lines: [folder: string, kind: FolderEvent["kind"], count: number, minutes: number, name?: string][] = [
    ["va", "replaced", 12, 2],
    ["hms", "uploaded", 1, 134, "Beredskapsplan 2026.pdf"],
    ["va", "verified", 46, 148],
    ["armering", "adopted", 64, 189],
    ["armering", "uploaded", 3, 190],
    ["va", "resolved", 1, 2 * day, "HB-110 Pumpestasjon PS2 snitt A–A.pdf"],
    ["modeller", "uploaded", 34, 2 * day + 60],
    ["modeller", "added", 1, 2 * day + 61],
  ];
  let id = 10_000;
  return lines.flatMap(([of, kind, count, minutes, name]) => {
    const folder = folders.find((each) => each.id === of);
    if (folder === undefined) return [];
    return Array.from({ length: count }, (_, at) => {
      id -= 1;
      return {
        id,
        at: minutesAgo(minutes + at * 0.01),
        folder: of,
        folderName: folder.name,
        kind,
        shownName: name ?? names[at % names.length] ?? "",
        section: folder.section ?? "",
        by: "Kari · KONTOR-07",
        detail: "",
      };
    });
  });
}
