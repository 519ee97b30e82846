/** Synced folders as order, actions and parts of sentences. Pure. */

import type { FolderEvent, FolderFile, FolderState, Folders, SyncedFolder } from "../../ipc";
import { type StateName, worstFirst } from "../../shared/parts/states";

/** Worst first; among equal states by name, as people of the site sort them. */
export function worstFirstOf(folders: readonly SyncedFolder[]): SyncedFolder[] {
  return [...folders].sort(
    (a, b) => rank(a.state) - rank(b.state) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

function rank(state: FolderState): number {
  return worstFirst.indexOf(state);
}

/** Choices that stand still in a folder until somebody makes them: each name, and the deletes as one. */
export function decisions(folder: SyncedFolder): number {
  const asked = folder.conflicts + (folder.gone > 0 ? 1 : 0);
  return asked === 0 && folder.state === "needsDecision" ? 1 : asked;
}

/** Folders that need somebody, and how many choices they have together. */
export function needsOf({ folders }: Pick<Folders, "folders">): { folders: SyncedFolder[]; decisions: number } {
  const asking = worstFirstOf(folders.filter(({ state }) => state === "needsDecision"));
  return { folders: asking, decisions: asking.reduce((sum, folder) => sum + decisions(folder), 0) };
}

/** The number on a folder's chip: choices, waiting or failed files; none where the word says it all. */
export function chipCount(folder: SyncedFolder): number | undefined {
  const counts: Partial<Record<FolderState, number>> = {
    needsDecision: decisions(folder),
    waiting: folder.waiting,
    failed: folder.failed,
  };
  const count = counts[folder.state];
  return count === undefined || count === 0 ? undefined : count;
}

export type FolderAct = "decide" | "find" | "show" | "pause" | "goOn" | "verify" | "compare";

/** The one act that fits a state. */
export function actOf(folder: SyncedFolder): FolderAct {
  switch (folder.state) {
    case "needsDecision":
      return folder.conflicts + folder.gone > 0 ? "decide" : "show";
    case "offline":
      return folder.reason === "folderAway" ? "find" : "compare";
    case "failed":
    case "waiting":
      return folder.waiting + folder.failed > 0 ? "show" : "compare";
    case "working":
      return "pause";
    case "paused":
      return "goOn";
    case "inStep":
      return "verify";
  }
}

export const tabs = ["needs", "waiting", "files", "history", "activity", "settings"] as const;
export type Tab = (typeof tabs)[number];

/** The tab a folder opens on: the worst that has something in it. */
export function firstTab(folder: SyncedFolder): Tab {
  if (folder.conflicts + folder.gone > 0) return "needs";
  return folder.waiting + folder.failed > 0 ? "waiting" : "files";
}

/** A state of a file as the vocabulary has it: sent, listed and verified are three. */
export function fileState(file: FolderFile): StateName {
  if (file.state !== "inStep") return file.state;
  if (file.verifiedAt !== null) return "verified";
  if (file.listed) return "listed";
  return file.fileReferenceId === null ? "ignored" : "sent";
}

/** A part of what is read of a folder is read again when this changes; progress does not count. */
export function revision(folder: SyncedFolder): string {
  const { state, files, conflicts, gone, waiting, failed, comparedAt, deletes, reason } = folder;
  return [state, files, conflicts, gone, waiting, failed, comparedAt, deletes, reason].join("/");
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

/** Things that happened together, as one line: the same act on the same folder within ten minutes. */
export interface Happening {
  id: number;
  at: string;
  folder: string;
  folderName: string;
  kind: string;
  by: string;
  events: FolderEvent[];
}

const TOGETHER_MS = 10 * 60_000;

/** By cause, not by file; the order of the log stays, newest first. */
export function byCause(events: readonly FolderEvent[]): Happening[] {
  const lines: Happening[] = [];
  for (const event of events) {
    const same = lines.findLast(
      ({ folder, kind, at }) =>
        folder === event.folder && kind === event.kind && Date.parse(at) - Date.parse(event.at) < TOGETHER_MS,
    );
    if (same) same.events.push(event);
    else {
      const { id, at, folder, folderName, kind, by } = event;
      lines.push({ id, at, folder, folderName, kind, by, events: [event] });
    }
  }
  return lines;
}

/** What is grouped on a day of History or Activity, newest first. */
export function byDay<T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = new Date(item.at).toDateString();
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
