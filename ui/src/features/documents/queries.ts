/**
 * Queries of the documents screen. The first answer may come from the cache and is shown at once; everything after it
 * is read from the service, so that "fetching while there is data" means *reading again*.
 */
import { type QueryClient, type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Bridge, keys, type Target, useBridge, type WorkOrderList } from "../../ipc";
import { useOnline } from "../../shared/app-state";
import { useDesk } from "./store";

/** What a query function is called with, as far as it matters here. */
type Read = { client: QueryClient; queryKey: readonly unknown[] };

/** The cache answers the first read of a list; later reads go to the service. */
function wantsFresh({ client, queryKey }: Read): boolean {
  return client.getQueryData(queryKey) !== undefined;
}

export function useProjects() {
  const bridge = useBridge();
  const query = useQuery({
    queryKey: keys.projects,
    queryFn: (read) => bridge.listProjects(wantsFresh(read)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useReadAgainIfCached(query);
  return query;
}

/** Asks the service in advance whether the client may change anything, before a change is tried. */
export function useReadOnlyKnown(): void {
  const bridge = useBridge();
  const isOnline = useOnline()?.state === "online";
  const { data } = useQuery({
    queryKey: keys.readOnly,
    queryFn: () => bridge.isReadOnly(),
    enabled: isOnline,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    // Where the service could not be asked, the result of a refused act stays.
    if (data != null) useDesk.setState({ readOnly: data });
  }, [data]);
}

/** Work orders that were read at any time, of all projects: what searching looks at. */
export function useKnownWorkOrders() {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.knownWorkOrders,
    queryFn: () => bridge.listKnownWorkOrders(),
    // Those of a project that was opened meanwhile are known, too.
    refetchOnMount: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const workOrdersQuery = (bridge: Bridge, projectId: string) => ({
  queryKey: keys.workOrders(projectId),
  queryFn: async (read: Read): Promise<WorkOrderList> => {
    const list = await bridge.listWorkOrders(projectId, wantsFresh(read));
    return list.cached ? bridge.listWorkOrders(projectId, true).catch(() => list) : list;
  },
  staleTime: 300_000,
});

/** Kept the same from turn to turn while no list changed. */
function workOrderLists(lists: { data: WorkOrderList | undefined }[]): (WorkOrderList | undefined)[] {
  return lists.map((list) => list.data);
}

/** The work orders of the projects that are open in the list. */
export function useOpenWorkOrders(projectIds: readonly string[]) {
  const bridge = useBridge();
  return useQueries({ queries: projectIds.map((id) => workOrdersQuery(bridge, id)), combine: workOrderLists });
}

/** How often the page that is shown is read again, in milliseconds: what others upload is seen without a hand moved. */
const PAGE_EVERY = 60_000;

export function useDocuments(target: Target | null) {
  const bridge = useBridge();
  const online = useOnline()?.state === "online";
  const query = useQuery({
    queryKey: keys.documents(target ?? { project: "", workOrder: null }),
    queryFn: (read) => bridge.listDocuments(target as Target, wantsFresh(read)),
    enabled: target !== null,
    refetchInterval: online ? PAGE_EVERY : false,
    staleTime: 30_000,
  });
  useReadAgainIfCached(query);
  return query;
}

type Cached = { cached: boolean };

/** Reads again behind a cached answer, once, and again when the service is back. */
function useReadAgainIfCached(query: UseQueryResult<Cached>): void {
  const { data, isFetching, isError, refetch } = query;
  const cached = data?.cached === true;
  const asked = useRef(false);
  useEffect(() => {
    // While the service is away the answer to a fresh read may be the cached one too: asking on would never end.
    if (!cached) asked.current = false;
    if (!cached || asked.current || isFetching || isError) return;
    asked.current = true;
    refetch().catch(() => {});
  }, [cached, isFetching, isError, refetch]);
  const online = useOnline()?.state === "online";
  const before = useRef(online);
  useEffect(() => {
    const back = online && !before.current;
    before.current = online;
    if (back && (isError || cached)) refetch().catch(() => {});
  }, [online, isError, cached, refetch]);
}
