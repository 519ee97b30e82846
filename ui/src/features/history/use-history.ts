/** What is kept of a scope, and what can be done with a version. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type HistoryScope, type KeptVersion, keys, useBridge, type VersionLoss } from "../../ipc";
import { announce } from "../../shared/announce";
import { useAsk } from "../../shared/use-ask";

export function useHistory(scope: HistoryScope, search: string, revision: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.history(scope, search, revision),
    queryFn: () => bridge.keptVersions(scope, search),
    placeholderData: keepPreviousData,
    // Versions come from folders, the queue and fieldctl alike: each look reads them.
    staleTime: 0,
  });
}

export function useVersionActs() {
  const { t } = useTranslation("history");
  const bridge = useBridge();
  const queries = useQueryClient();
  const { ask, failure, busy } = useAsk();
  const [done, setDone] = useState<string | null>(null);
  /** Runs it; says what became of it, and reads the list again. */
  const act = async <T>(run: () => Promise<T>, said: (answer: T) => string | null) => {
    setDone(null);
    const answer = await ask(run);
    // What was restored by hand is on its page again.
    const stale = [keys.allHistory, keys.allDocuments];
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    const text = answer === undefined ? null : said(answer);
    if (text === null) return;
    setDone(text);
    announce(text);
  };
  return {
    failure,
    busy,
    done,
    open: ({ version, shownName: name }: KeptVersion) =>
      act(
        () => bridge.openVersion(version),
        ({ opened }) => (opened ? null : t("shownInFolder", { name })),
      ),
    restore: ({ version, folder, shownName: name }: KeptVersion) =>
      act(
        () => bridge.restoreVersion(version),
        () => t(folder === null ? "restored" : "restoredToFolder", { name }),
      ),
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
