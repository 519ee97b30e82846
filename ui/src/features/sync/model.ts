/** Synced folders as order, actions and parts of sentences. Pure. */

import type { FileView, FolderEvent, FolderState, Folders, Shown, SyncedFolder } from "../../ipc";
import { type StateName, worstFirst } from "../../shared/parts/states";

/** Worst first; among equal states by name, as people of the site sort them. */
export function worstFirstOf(folders: readonly SyncedFolder[]): SyncedFolder[] {
  return [...folders].sort(
    (a, b) => rank(a.state) - rank(b.state) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

/** In the order of these ids; others come last. */
export function inOrder(folders: readonly SyncedFolder[], ids: readonly string[]): SyncedFolder[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  const place = ({ id }: SyncedFolder) => places.get(id) ?? ids.length;
  return [...folders].sort((a, b) => place(a) - place(b));
}

function rank(state: FolderState): number {
  return worstFirst.indexOf(state);
}

/** Until when a folder is paused, by its own pause and that of all folders; null while it is until somebody resumes. */
export function pausedUntil({ paused }: Pick<SyncedFolder, "paused">, all: Folders["paused"]): string | null {
  const ends = [paused, all].flatMap((pause) => (pause === null ? [] : [pause.until]));
  const times = ends.flatMap((until) => (until === null ? [] : [until]));
  if (times.length < ends.length) return null;
  // The later one is when it goes on.
  return times.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
}

/** A folder that stands still as a whole until somebody does something: its project is closed, or its connection gone. */
export function isStopped({ state, reason, conflicts, gone, damaged, unsettled }: SyncedFolder): boolean {
  return state === "needsDecision" && (STOPS.has(reason) || conflicts + gone + damaged + unsettled === 0);
}

const STOPS = new Set(["projectClosed", "notFound"]);

/** The folder itself is not there, as a run or the watch on it tells. */
export function isAway({ reason, polledBecause }: Pick<SyncedFolder, "reason" | "polledBecause">): boolean {
  return reason === "folderAway" || polledBecause === "folderAway";
}

/** Nothing of a folder is synced, whatever else it asks: it is paused with all or by itself, away, or stopped. */
export function standsStill(folder: SyncedFolder, all: Folders["paused"]): boolean {
  return all !== null || folder.paused !== null || isAway(folder) || isStopped(folder);
}

/** What stands still in a folder until somebody acts, as *Action needed* lists it: the deletes are one case, as are the
 * new names and the damaged files. */
export function decisions(folder: SyncedFolder): number {
  const { conflicts, gone, renamed, damaged, unsettled } = folder;
  const together = [gone - renamed, renamed, damaged, isStopped(folder) ? 1 : 0].filter((count) => count > 0).length;
  return conflicts + unsettled + together;
}

/** Folders that need somebody, and how many choices they have together. */
export function needsOf({ folders }: Pick<Folders, "folders">): { folders: SyncedFolder[]; decisions: number } {
  const asking = worstFirstOf(folders.filter(({ state }) => state === "needsDecision"));
  return { folders: asking, decisions: asking.reduce((sum, folder) => sum + decisions(folder), 0) };
}

/** The number on a folder's chip: decisions, or files that failed or wait; none where the word says it all. */
export function chipCount(folder: SyncedFolder): number | undefined {
  const counts: Partial<Record<FolderState, number>> = {
    needsDecision: decisions(folder),
    waiting: folder.waiting,
    failed: folder.failed,
  };
  const count = counts[folder.state];
  return count === undefined || count === 0 ? undefined : count;
}

/** Files of all folders; none while one of them is not counted yet. */
export function filesOf(folders: readonly SyncedFolder[]): number | null {
  if (folders.some(({ files, state }) => files === 0 && state !== "inStep")) return null;
  return folders.reduce((sum, { files }) => sum + files, 0);
}

export type FolderAct = "review" | "find" | "take" | "show" | "pause" | "resume" | "verify" | "compare";

/** The one act that fits a state. */
export function actOf(folder: SyncedFolder): FolderAct {
  switch (folder.state) {
    case "needsDecision":
      return isAway(folder) ? "find" : "review";
    case "offline":
      if (folder.reason === "subfolderAway") return "take";
      return folder.reason === "folderAway" ? "find" : "compare";
    case "failed":
    case "waiting":
      return folder.notUploaded > 0 ? "show" : "compare";
    case "working":
      return "pause";
    case "paused":
      return "resume";
    case "inStep":
      return "verify";
  }
}

export const tabs = ["needs", "waiting", "files", "history", "activity", "settings"] as const;
export type Tab = (typeof tabs)[number];

/** The tab a folder opens on: the worst that has something in it. */
export function firstTab(folder: SyncedFolder): Tab {
  if (decisions(folder) > 0) return "needs";
  return folder.notUploaded > 0 ? "waiting" : "files";
}

/** A state of a file as the vocabulary has it: sent, listed and verified are three. */
export function fileState(file: Shown<FileView>): StateName {
  if (file.state !== "inStep") return file.state;
  if (file.verified !== null) return "verified";
  if (file.listed) return "listed";
  return file.fileReferenceId === null ? "ignored" : "sent";
}

/** A part of what is read of a folder is read again when this changes; progress does not count. */
export function revision(folder: SyncedFolder): string {
  const { state, files, conflicts, gone, renamed, damaged, unsettled, waiting, failed, comparedAt } = folder;
  const { deletes, reason, target, section, notUploaded } = folder;
  const counts = [files, conflicts, gone, renamed, damaged, unsettled, waiting, failed, notUploaded];
  return [state, ...counts, comparedAt, deletes, reason, target.project, target.workOrder, section].join("/");
}

/** Bytes of what all folders upload now, done and in all; none while none does. */
export function movingOf(folders: readonly SyncedFolder[]): { done: number; total: number } | null {
  const progress = folders.flatMap(({ progress }) => (progress !== null && progress.bytesTotal > 0 ? [progress] : []));
  if (progress.length === 0) return null;
  return {
    done: progress.reduce((sum, { bytesDone }) => sum + bytesDone, 0),
    total: progress.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0),
  };
}

/** The whole in one state, for the status bar. */
export function worst(folders: readonly SyncedFolder[]): FolderState | null {
  return worstFirstOf(folders)[0]?.state ?? null;
}

/** `Uke 46` when most of the files lie in one section: the first hint where a mass of them went. */
export function commonSection(files: readonly { section: string }[]): { section: string; count: number } | null {
  const counts = new Map<string, number>();
  for (const { section } of files) counts.set(section, (counts.get(section) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && counts.size > 0 && first[1] * 2 > files.length ? { section: first[0], count: first[1] } : null;
}

/** Things that happened together, as one line: the same act on the same folder. */
export interface Happening {
  id: number;
  at: string;
  /** None for what was done by hand. */
  folder: string | null;
  target: FolderEvent["target"];
  folderName: string;
  kind: string;
  by: string;
  events: FolderEvent[];
}

/** Results of files that follow each other so fast are one run. */
const RUN_MS = 60_000;
/** The events of an act of a person on many files follow each other so fast. */
const ACT_MS = 5_000;
const OF_MANY: readonly string[] = ["resolved", "approved", "restored"];
const OF_ONE: readonly string[] = ["added", "removed", "moved", "changed", "paused", "resumed"];
/** Returns true for what a person did: what happened before is then over. */
const isAct = (kind: string) => OF_MANY.includes(kind) || OF_ONE.includes(kind);

/** Returns true if an event is of the same cause as the one before it. */
function follows(event: FolderEvent, before: FolderEvent): boolean {
  if (event.kind !== before.kind || event.by !== before.by || OF_ONE.includes(event.kind)) return false;
  const gap = isAct(event.kind) ? ACT_MS : RUN_MS;
  return Date.parse(event.at) - Date.parse(before.at) < gap;
}

/** The file that something happened to: of a rename, both names. */
export function nameOf({ kind, shownName, detail }: Pick<FolderEvent, "kind" | "shownName" | "detail">): string {
  return kind === "renamed" ? `${shownName} → ${detail}` : shownName;
}

/** From where to where a folder was moved: the log has where it was before, which is where the move before that led to.
 * No `to` where the folder is synced no longer. */
export function moveOf(
  { kind, folder, events: moves }: Happening,
  log: readonly FolderEvent[],
  folders: readonly SyncedFolder[],
): { from: string; to: string | null } | null {
  const [last] = moves;
  const from = moves.at(-1)?.detail;
  if (kind !== "moved" || last === undefined || !from) return null;
  const isNext = (event: FolderEvent) => event.kind === "moved" && event.folder === folder && event.id > last.id;
  // The newest stands first.
  const next = log.findLast(isNext)?.detail ?? folders.find(({ id }) => id === folder)?.shownPath;
  return { from, to: next ?? null };
}

/**
 * By cause, not by file, newest first. A line has the time and the number of its first event, so that it stays where it
 * is while it grows; each act of a person stays.
 */
export function byCause(events: readonly FolderEvent[]): Happening[] {
  const lines: Happening[] = [];
  for (const event of events.toReversed()) {
    const open = lines.findLast(
      ({ folder, target, kind }) =>
        folder === event.folder &&
        target?.project === event.target?.project &&
        target?.workOrder === event.target?.workOrder &&
        (kind === event.kind || isAct(kind)),
    );
    const last = open?.events.at(-1);
    if (open && last && follows(event, last)) open.events.push(event);
    else {
      const { id, at, folder, target, folderName, kind, by } = event;
      lines.push({ id, at, folder, target, folderName, kind, by, events: [event] });
    }
  }
  for (const line of lines) line.events.reverse();
  return lines.toReversed();
}
