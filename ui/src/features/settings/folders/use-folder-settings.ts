/** The settings of all folders: read once, shown as set at once, set back where that was refused. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Failure, type FolderSettings, keys, useBridge } from "../../../ipc";
import { useAsk } from "../../../shared/use-ask";

export function useFolderSettings(): {
  settings: FolderSettings | undefined;
  /** Answers whether it is in force. */
  set: (change: Partial<FolderSettings>) => Promise<boolean>;
  failure: Failure | null;
  busy: boolean;
} {
  const bridge = useBridge();
  const queries = useQueryClient();
  const { ask, failure, busy } = useAsk();
  const { data } = useQuery({ queryKey: keys.folderSettings, queryFn: () => bridge.folderSettings() });
  const set = async (change: Partial<FolderSettings>) => {
    const before = queries.getQueryData<FolderSettings>(keys.folderSettings);
    if (before === undefined) return false;
    const next = { ...before, ...change };
    queries.setQueryData(keys.folderSettings, next);
    const done = await ask(() => bridge.setFolderSettings(next));
    if (done === undefined) queries.setQueryData(keys.folderSettings, before);
    return done !== undefined;
  };
  return { settings: data, set, failure, busy };
}
