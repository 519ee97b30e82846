/** Queries of synced folders. The list comes with its event; the queries of one folder follow its revision. */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { type ConnectionInfo, type FolderState, type Folders, keys, type SyncedFolder, useBridge } from "../../ipc";
import { revision, standsStill } from "./model";
import { usePendingStore, withDecided } from "./pending-decisions";
import { useLeaving } from "./store";

/** While a folder works its lists are read again this often. */
const WORKING_MS = 2_000;

/** What was read before a change of the folder is not shown again: it is not kept for the usual five minutes. */
const OUTDATED_MS = 5_000;

const ofRevision = { placeholderData: keepPreviousData, gcTime: OUTDATED_MS } as const;

export function useFolders() {
  const bridge = useBridge();
  const leaving = useLeaving(({ ids }) => ids);
  const pending = usePendingStore(({ folders }) => folders);
  return useQuery({
    queryKey: keys.folders,
    queryFn: () => bridge.folders(),
    staleTime: Number.POSITIVE_INFINITY,
    select: useCallback(
      (data: Folders) =>
        leaving.size === 0 && pending.size === 0
          ? data
          : { ...data, folders: withDecided(data.folders, pending).filter(({ id }) => !leaving.has(id)) },
      [leaving, pending],
    ),
  });
}

/** Changes with what runs of any folder did; progress does not count. */
export function useFoldersRevision(): string {
  const folders = useFolders().data?.folders ?? [];
  return folders.map(revision).join();
}

/** Tells whether nothing of a folder is synced now. */
export function useStandsStill(): (folder: SyncedFolder) => boolean {
  const all = useFolders().data?.paused ?? null;
  return (folder) => standsStill(folder, all);
}

/** The folders that go through a connection. */
export function useFoldersOf({ name, active }: Pick<ConnectionInfo, "name" | "active">): SyncedFolder[] {
  const { folders = [], elsewhere = [] } = useFolders().data ?? {};
  return [...folders, ...elsewhere].filter(({ otherConnection }) => otherConnection === (active ? null : name));
}

const again = (folder: SyncedFolder) => ({
  ...ofRevision,
  refetchInterval: folder.state === "working" ? WORKING_MS : (false as const),
});

/** The files of a folder, two hundred at a time. */
export function useFolderFiles(folder: SyncedFolder, states: FolderState[], search: string, notUploaded: boolean) {
  const bridge = useBridge();
  return useInfiniteQuery({
    queryKey: keys.folderPart(
      folder.id,
      "files",
      revision(folder),
      notUploaded ? "notUploaded" : states.join(),
      search,
    ),
    queryFn: ({ pageParam }) => bridge.folderFiles(folder.id, { states, search, notUploaded }, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const read = all.reduce((sum, page) => sum + page.files.length, 0);
      return last.files.length > 0 && read < last.total ? read : undefined;
    },
    ...again(folder),
  });
}

export function useConflicts(folder: SyncedFolder) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.folderPart(folder.id, "conflicts", revision(folder)),
    queryFn: () => bridge.folderConflicts(folder.id),
    ...ofRevision,
  });
}

/** Files that change all the time. */
export function useUnsettled(folder: SyncedFolder) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.folderPart(folder.id, "unsettled", revision(folder)),
    queryFn: () => bridge.folderUnsettled(folder.id),
    ...ofRevision,
  });
}

export function useGone(folder: SyncedFolder) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.folderPart(folder.id, "gone", revision(folder)),
    queryFn: () => bridge.folderGone(folder.id),
    ...ofRevision,
  });
}

/** Changed files that wait because many of the folder were damaged. */
export function useDamaged(folder: SyncedFolder) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.folderPart(folder.id, "damaged", revision(folder)),
    queryFn: () => bridge.folderDamaged(folder.id),
    enabled: folder.damaged > 0,
    ...ofRevision,
  });
}

/** Of one folder, or of all when there is none given. */
export function useActivity(folder: SyncedFolder | null, turn: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: folder === null ? [...keys.folderActivity, turn] : keys.folderPart(folder.id, "activity", turn),
    queryFn: () => bridge.folderActivity(folder?.id ?? null),
    ...ofRevision,
  });
}

export function useTrails(search: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.trails(search),
    queryFn: () => bridge.explainFiles(search),
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** How many files rules leave out. */
export function useLeftOut(folder: SyncedFolder) {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.folderPart(folder.id, "leftOut", revision(folder)),
    queryFn: () => bridge.folderLeftOut(folder.id),
    ...ofRevision,
  });
}
