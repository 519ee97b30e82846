/** Conflicts as a queue of cases, and what each choice does to crews and folder. Pure. */

import type {
  ConflictReason,
  ConflictRemote,
  DamagedFiles,
  FileView,
  FolderConflict,
  GoneFiles,
  Keep,
  RenamedFile,
  Shown,
  ShownConflict,
} from "../../../ipc";
import { fileKey } from "../../../shared/file-key";

export type Case =
  | { kind: "conflict"; key: string; conflict: FolderConflict }
  | { kind: "deleted"; key: string; gone: GoneFiles }
  | { kind: "renamed"; key: string; files: readonly RenamedFile[] }
  | { kind: "damaged"; key: string; damaged: DamagedFiles }
  | { kind: "unsettled"; key: string; file: Shown<FileView> }
  | { kind: "stopped"; key: string };

export type CaseGroup = {
  name: ConflictReason | "damaged" | "renamed" | "deleted" | "unsettled" | "stopped";
  cases: Case[];
};

/** What the queue is made of. */
export type Open = {
  conflicts: readonly FolderConflict[];
  gone: GoneFiles | undefined;
  damaged: DamagedFiles | undefined;
  unsettled: readonly Shown<FileView>[];
  /** The folder stands still as a whole. */
  stopped: boolean;
};

const ORDER: ConflictReason[] = [
  "bothChanged",
  "replacedElsewhere",
  "firstContact",
  "duplicateNames",
  "deletedElsewhere",
  "nameCollision",
];

/** By cause, in a fixed order: what stops all, damaged files as one, conflicts, files that keep changing, new names as
 * one, what is gone from the folder as one. */
export function caseGroups({ conflicts, gone, damaged, unsettled, stopped }: Open): CaseGroup[] {
  const groups: CaseGroup[] = [{ name: "stopped", cases: stopped ? [{ kind: "stopped", key: "stopped" }] : [] }];
  if (damaged !== undefined && damaged.files.length > 0)
    groups.push({ name: "damaged", cases: [{ kind: "damaged", key: "damaged", damaged }] });
  for (const name of ORDER) {
    const own = conflicts.filter(({ reason }) => reason === name);
    groups.push({ name, cases: own.map((conflict) => ({ kind: "conflict", key: fileKey(conflict), conflict })) });
  }
  groups.push({
    name: "unsettled",
    cases: unsettled.map((file) => ({ kind: "unsettled", key: `unsettled/${fileKey(file)}`, file })),
  });
  if (gone !== undefined && gone.renamed.length > 0)
    groups.push({ name: "renamed", cases: [{ kind: "renamed", key: "renamed", files: gone.renamed }] });
  if (gone !== undefined && gone.files.length > 0)
    groups.push({ name: "deleted", cases: [{ kind: "deleted", key: "deleted", gone }] });
  return groups.filter(({ cases }) => cases.length > 0);
}

/** Whether a case is about the file of a key, as a link to it has it. */
export function isAbout(of: Case, key: string): boolean {
  switch (of.kind) {
    case "conflict":
      return of.key === key;
    case "deleted":
      return of.gone.files.some((file) => fileKey(file) === key);
    case "renamed":
      return of.files.some((file) => fileKey(file) === key);
    case "damaged":
      return of.damaged.files.some((file) => fileKey(file) === key);
    case "unsettled":
      return fileKey(of.file) === key;
    case "stopped":
      return false;
  }
}

/** The case on the screen: its key, where it stands in the queue, and how much was decided and undone by then. */
export type Standing = { key: string; at: number; held: number; undone: string | null };

/** The case that is shown next. Only an answer moves on, and only an undo goes back: a case that leaves the queue by itself
 * keeps its place, so that no other one comes under the keys. Nothing is left to keep once the queue was empty. */
export function nextStanding(
  before: Standing | null,
  cases: readonly Case[],
  { held, undone, wanted }: { held: number; undone: string | null; wanted: string },
): Standing | null {
  if (cases.length === 0) return null;
  const place = (at: number): Standing | null => {
    const of = cases[at];
    return of === undefined ? null : { key: of.key, at, held, undone };
  };
  if (before === null)
    return place(
      Math.max(
        0,
        cases.findIndex((each) => isAbout(each, wanted)),
      ),
    );
  const back = undone === null || undone === before.undone ? -1 : cases.findIndex((each) => isAbout(each, undone));
  const found = back >= 0 ? back : cases.findIndex(({ key }) => key === before.key);
  if (found >= 0) return place(found);
  return held > before.held ? place(Math.min(before.at, cases.length - 1)) : { ...before, held, undone };
}

/** A conflict with the documents that were shown: a decision covers no others. */
export function shownOf({ section, name, remote }: FolderConflict): ShownConflict {
  return { section, name, fileReferenceIds: remote.map(({ fileReferenceId }) => fileReferenceId) };
}

/** Which situation of the interface's table a conflict is. */
export type Situation = "both" | "oursOnly" | "theirsOnly" | "twins" | "collision";

export function situation({ reason, local, remote }: FolderConflict): Situation {
  if (reason === "nameCollision") return "collision";
  if (reason === "duplicateNames") return "twins";
  if (local === null) return "theirsOnly";
  return remote.length === 0 || reason === "deletedElsewhere" ? "oursOnly" : "both";
}

/** The newest document that is not this folder's; its own where there is no other. */
export function theirsOf({ remote }: FolderConflict): ConflictRemote | undefined {
  return remote.filter(({ ours }) => !ours).at(-1) ?? remote.at(-1);
}

/** When the other side came to be by hand on this computer; none where somebody else did it. */
export function byHandAt(conflict: FolderConflict): string | null {
  const theirs = conflict.remote.filter(({ ours }) => !ours).at(-1);
  return conflict.deletedByHand ?? theirs?.uploadedByHand ?? null;
}

export type Choice = { keep: Keep; label: ChoiceLabel; does: ChoiceDoes };
export type ChoiceLabel = "local" | "remote" | "both" | "uploadAgain" | "deleteMine" | "newest" | "deleteRemote";
export type ChoiceDoes =
  | "local"
  | "remote"
  | "both"
  | "deletedLocal"
  | "deletedRemote"
  | "uploadAgain"
  | "deleteMine"
  | "duplicatesLocal"
  | "duplicatesBoth";

/** The choices in the order of the keys 1, 2, 3. None is the default. Of duplicates each document has its own button. */
export function choicesOf(conflict: FolderConflict): Choice[] {
  switch (situation(conflict)) {
    case "both":
      return [
        { keep: "local", label: "local", does: "local" },
        { keep: "remote", label: "remote", does: "remote" },
        { keep: "both", label: "both", does: "both" },
      ];
    case "oursOnly":
      return [
        { keep: "local", label: "uploadAgain", does: "uploadAgain" },
        { keep: "remote", label: "deleteMine", does: "deleteMine" },
      ];
    case "theirsOnly":
      return [
        { keep: "local", label: "deleteRemote", does: "deletedLocal" },
        { keep: "remote", label: "remote", does: "deletedRemote" },
      ];
    case "twins":
      return conflict.local === null
        ? []
        : [
            { keep: "local", label: "local", does: "duplicatesLocal" },
            { keep: "both", label: "both", does: "duplicatesBoth" },
          ];
    case "collision":
      return [];
  }
}

/** The choice that a line of the log tells as `{"keep":"remote","reason":"bothChanged"}`; none in what is not read. */
export function chosenIn(detail: string): ChoiceLabel | null {
  const { keep, reason } = partsOf(detail);
  if (keep !== "local" && keep !== "remote" && keep !== "both") return null;
  if (reason === "deletedElsewhere" && keep !== "both") return keep === "local" ? "uploadAgain" : "deleteMine";
  return reason === "duplicateNames" && keep === "remote" ? "newest" : keep;
}

function partsOf(detail: string): { keep?: unknown; reason?: unknown } {
  try {
    return Object(JSON.parse(detail));
  } catch {
    return {};
  }
}

/** Other conflicts that the same word can be said of at once: the same reason and the same choices. */
export function alike(conflict: FolderConflict, all: readonly FolderConflict[]): FolderConflict[] {
  const same = situation(conflict);
  if (same === "collision") return [];
  return all.filter(
    (other) => other.reason === conflict.reason && fileKey(other) !== fileKey(conflict) && situation(other) === same,
  );
}

/** `HA-201 … (theirs …).pdf`: the name a copy gets, its time as it will be, shortened in the middle by whoever shows it. */
export function theirsName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? { stem: name, extension: "" } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** How much larger ours is than theirs: above nothing larger, below smaller; nothing where theirs is not known. */
export function larger(conflict: FolderConflict): number | null {
  const theirs = conflict.remote.find(({ ours }) => !ours)?.bytes;
  return conflict.local === null || theirs === undefined || theirs === null ? null : conflict.local.bytes - theirs;
}

/** The two sections, where all files keep their names and go from one to the other: a renamed folder, mostly. */
export function movedTogether(files: readonly RenamedFile[]): { from: string; into: string } | null {
  const [first] = files;
  if (first === undefined || first.section === first.toSection) return null;
  const alike = (file: RenamedFile) =>
    file.section === first.section && file.toSection === first.toSection && file.shownName === file.shownToName;
  return files.every(alike) ? { from: first.section, into: first.toSection } : null;
}
