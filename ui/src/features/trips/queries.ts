/** Queries of haul trips. Events make them stale (`ipc/events.ts`). */

import { keepPreviousData, type UseQueryResult, useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import {
  type Bridge,
  keys,
  type TripDistributions,
  type TripFilter,
  type TripSummary,
  type TripsState,
  useBridge,
} from "../../ipc";

export function useTripsState(): UseQueryResult<TripsState> {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.tripsState,
    queryFn: () => bridge.tripsState(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function summaryOf(bridge: Bridge, filter: TripFilter) {
  return {
    queryKey: keys.tripPart("summary", JSON.stringify(filter)),
    queryFn: () => bridge.tripSummary(filter),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The sums of the trips of a filter; those of the filter before it until they are there. */
export function useSummary(filter: TripFilter, enabled = true): UseQueryResult<TripSummary> {
  const bridge = useBridge();
  return useQuery({ ...summaryOf(bridge, filter), enabled, placeholderData: keepPreviousData });
}

/** The sums of a filter for each of some mass types. */
export function useSummariesOf(
  filter: TripFilter,
  massTypes: readonly string[],
): { massType: string; summary: TripSummary }[] {
  const bridge = useBridge();
  const read = useQueries({ queries: massTypes.map((massType) => summaryOf(bridge, { ...filter, massType })) });
  return massTypes.flatMap((massType, at) => {
    const summary = read[at]?.data;
    return summary === undefined ? [] : [{ massType, summary }];
  });
}

/** The figures that need every trip to be read. None of another filter is shown: it would stand beside other sums. */
export function useDistributions(filter: TripFilter, enabled = true): UseQueryResult<TripDistributions> {
  const bridge = useBridge();
  return useQuery({
    queryKey: keys.tripPart("distributions", JSON.stringify(filter)),
    queryFn: () => bridge.tripDistributions(filter),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True while any part of the screen is computed: all parts are shown as computing until the last one is done. */
export function useIsComputing(): boolean {
  return useIsFetching({ queryKey: keys.tripData }) > 0;
}
