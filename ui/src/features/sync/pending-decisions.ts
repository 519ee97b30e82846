/**
 * Decisions that were just made: out of the queue at once, carried out when the time for undo is over. Until then nothing
 * was sent, so undo is exact. Afterwards it is too late: crews may have the file, and History has the other one.
 */

import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import {
  type Failure,
  type FolderFileName,
  type FolderOutcome,
  type Folders,
  failureOf,
  keys,
  type SyncedFolder,
} from "../../ipc";
import { announce } from "../../shared/announce";
import { fileKey } from "../../shared/file-key";
import { offerUndo } from "../../shared/undo/store";

export type Refused = { name: string; failure: Failure };

export type Done = { count: number; name: string; choice: string };

/** What a decision is about, as folders count it. */
type DecisionKind = "conflicts" | "gone" | "renamed" | "damaged";

type OfFolder = {
  /** Names that leave the queue. */
  files: ReadonlyMap<string, DecisionKind>;
  /** What came back from the last decision that was carried out. */
  refused: readonly Refused[];
  /** The last decision, once it is carried out: Ctrl Z comes too late for it. */
  done: Done | null;
  /** The first file of the decision that was undone last: its case is shown again. */
  undone: string | null;
};

const nothing: OfFolder = { files: new Map(), refused: [], done: null, undone: null };

export const usePendingStore = create<{ folders: ReadonlyMap<string, OfFolder> }>(() => ({ folders: new Map() }));

/** What is held of a folder. */
export function usePending(folder: string): OfFolder {
  return usePendingStore(({ folders }) => folders.get(folder)) ?? nothing;
}

/** The folders with what was decided no longer counted: one number at the queue, the chip, the tab and the status bar. */
export function withDecided(folders: Folders["folders"], pending: ReadonlyMap<string, OfFolder>): Folders["folders"] {
  return folders.map((folder) => {
    const kinds = [...(pending.get(folder.id)?.files.values() ?? [])];
    return kinds.length === 0 ? folder : lessDecided(folder, kinds);
  });
}

function lessDecided(folder: SyncedFolder, kinds: readonly DecisionKind[]): SyncedFolder {
  const less = (count: number, ...of: DecisionKind[]) =>
    Math.max(0, count - kinds.filter((kind) => of.includes(kind)).length);
  const conflicts = less(folder.conflicts, "conflicts");
  const gone = less(folder.gone, "gone", "renamed");
  const renamed = less(folder.renamed, "renamed");
  const damaged = less(folder.damaged, "damaged");
  const isAsking = conflicts + gone + damaged + folder.unsettled > 0;
  // With nothing left to ask, what was decided is what the folder does next.
  const next = isAsking || folder.state !== "needsDecision" ? {} : { state: "working" as const, pending: kinds.length };
  return { ...folder, conflicts, gone, renamed, damaged, ...next };
}

function change(folder: string, next: (now: OfFolder) => OfFolder): void {
  usePendingStore.setState(({ folders }) => ({
    folders: new Map(folders).set(folder, next(folders.get(folder) ?? nothing)),
  }));
}

type Decision = {
  folder: string;
  kind: DecisionKind;
  files: readonly FolderFileName[];
  /** The first of the files, as it is shown. */
  name: string;
  /** What its button says: with it a decision can be told from the others that can be undone. */
  choice: string;
  /** Said when it is carried out, of so many. */
  said: (count: number) => string;
  run: () => Promise<FolderOutcome[]>;
};

/** Gives the function that makes a decision. */
export function useDecide(): (decision: Decision) => void {
  const queries = useQueryClient();
  const { t } = useTranslation("sync");
  return ({ folder, kind, files, name, choice, said, run }) => {
    const made = { count: files.length, name, choice };
    const text = t("held", made);
    const names = files.map(fileKey);
    const release = () =>
      change(folder, (now) => ({ ...now, files: new Map([...now.files].filter(([name]) => !names.includes(name))) }));
    change(folder, (now) => ({
      files: new Map([...now.files, ...names.map((name) => [name, kind] as const)]),
      refused: [],
      done: null,
      undone: null,
    }));
    announce(text);
    offerUndo({
      text,
      // The buttons of the next case are where several would stand.
      group: "decisions",
      undo: () => {
        release();
        change(folder, (now) => ({ ...now, undone: names[0] ?? null }));
      },
      finish: async () => {
        const refused: Refused[] = [];
        try {
          const outcomes = await run();
          for (const { name, failure } of outcomes) if (failure !== null) refused.push({ name, failure });
          const done = outcomes.length - refused.length;
          if (done > 0) announce(said(done));
          change(folder, (now) => ({ ...now, refused, done: done > 0 ? made : null }));
        } catch (thrown) {
          change(folder, (now) => ({ ...now, refused: [{ name: "", failure: failureOf(thrown) }] }));
        }
        // What was decided is no longer listed or counted before it stops being held back.
        await Promise.all(
          [keys.folders, keys.folderDetails].map((queryKey) => queries.invalidateQueries({ queryKey })),
        );
        release();
      },
    });
  };
}
