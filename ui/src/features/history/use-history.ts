/** Reads the versions kept of a scope, and offers the actions on one. */

import { hashKey, keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  type ActReport,
  type HistoryScope,
  type KeptVersion,
  keys,
  useBridge,
  useBridgeEvent,
  type VersionLoss,
} from "../../ipc";
import { tellDone } from "../../shared/undo/store";
import { useOfferAct } from "../../shared/undo/use-acts";
import { useAsk } from "../../shared/use-ask";

/** A folder that works tells of it many times in a second: what is kept is read no more often than this. */
export const againMs = 1_000;

/** Every kept version; a narrower scope says what it is of. */
export const everything: HistoryScope = {
  folder: null,
  target: null,
  section: null,
  name: null,
  connections: null,
  reason: null,
  day: null,
};

export function useHistory(scope: HistoryScope, search: string) {
  const bridge = useBridge();
  const queryKey = keys.history(scope, search);
  const query = useQuery({
    queryKey,
    // The answer to the search before stays until this one comes: each says what it answers.
    queryFn: async () => ({ ...(await bridge.keptVersions(scope, search)), of: hashKey(queryKey) }),
    placeholderData: keepPreviousData,
    // Versions come from folders, the queue and fieldctl alike: each look reads them.
    staleTime: 0,
  });
  useReadAgain(() => query.refetch());
  return query;
}

/** Reads again after folders or pages changed. One reading at a time: a slow one ends, and what is told meanwhile is read after it. */
function useReadAgain(read: () => Promise<unknown>): void {
  const newest = useRef(read);
  newest.current = read;
  const due = useRef(false);
  const waiting = useRef(false);
  const readSoon = async () => {
    due.current = true;
    if (waiting.current) return;
    waiting.current = true;
    while (due.current) {
      await new Promise((go) => setTimeout(go, againMs));
      due.current = false;
      await newest.current();
    }
    waiting.current = false;
  };
  useBridgeEvent("documentsChanged", () => void readSoon());
  useBridgeEvent("foldersChanged", () => void readSoon());
}

export function useVersionActs() {
  const { t } = useTranslation("history");
  const bridge = useBridge();
  const queries = useQueryClient();
  const { ask, failure, busy, fail } = useAsk();
  const offerAct = useOfferAct();
  /** What was restored by hand is on its page again. */
  const readAgain = () =>
    Promise.all([keys.allHistory, keys.allDocuments].map((queryKey) => queries.invalidateQueries({ queryKey })));
  /** Runs it; says what became of it, and reads the list again. */
  const act = async <T>(run: () => Promise<T>, said: (answer: T) => string | null) => {
    const answer = await ask(run);
    await readAgain();
    const text = answer === undefined ? null : said(answer);
    // A note above the list would move the row that is clicked next.
    if (text !== null) tellDone(text);
  };
  /** Under way until the list was read again: a second press before that would be about a row that is over. */
  const restore = async (versions: readonly KeptVersion[]) => {
    const [first] = versions;
    const report = await ask(() => bridge.restoreVersions(versions.map(({ version }) => version)).finally(readAgain));
    if (report !== undefined && first !== undefined) tellRestored(report, first);
  };
  const restoreAct = async (first: KeptVersion) => {
    const { act } = first;
    const report = act === null ? undefined : await ask(() => bridge.restoreAct(act).finally(readAgain));
    if (report !== undefined) tellRestored(report, first);
  };
  const tellRestored = (report: ActReport, { shownName: name, folder }: KeptVersion) => {
    const { act, done, unchanged, failed } = report;
    const count = done + unchanged + failed.length;
    fail(failed[0]?.failure ?? null);
    const several = t("restoredOf", { done, count });
    if (act === null) return unchanged === 0 ? undefined : void tellDone(t("restoreUnchanged", { count, name }));
    const one = t(folder?.name == null ? "restored" : "restoredToFolder", { name });
    offerAct({ act, text: count === 1 ? one : several });
  };
  return {
    failure,
    busy,
    open: ({ version, shownName: name }: KeptVersion) =>
      act(
        () => bridge.openVersion(version),
        ({ opened }) => (opened ? null : t("shownInFolder", { name })),
      ),
    restore,
    restoreAct,
    saveAs: ({ version, shownName: name }: KeptVersion) =>
      act(
        () => bridge.saveVersion(version),
        (saved) => (saved ? t("saved", { name }) : null),
      ),
    remove: ({ versions, bytes }: VersionLoss) =>
      act(
        () =>
          bridge.deleteVersions(
            versions.map(({ version }) => version),
            bytes,
          ),
        () => t("deleted", { count: versions.length }),
      ),
  };
}

export type VersionActs = ReturnType<typeof useVersionActs>;
