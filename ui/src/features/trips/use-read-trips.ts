/** Reading of trips from the window: begin, resume, stop; what was refused stays to be shown. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Failure, failureOf, keys, type ReadTrips, type TripsState, useBridge } from "../../ipc";

export const readNew: ReadTrips = {
  range: { kind: "new" },
  project: null,
  company: null,
  ownCompany: false,
  noSubsidiaries: false,
};

export interface Reads {
  failure: Failure | null;
  busy: boolean;
  read: (request: ReadTrips) => void;
  resume: () => void;
  stop: () => void;
  fail: (failure: Failure | null) => void;
}

export function useReads(): Reads {
  const bridge = useBridge();
  const queries = useQueryClient();
  const [failure, fail] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<TripsState>) => {
    fail(null);
    setBusy(true);
    try {
      const before = queries.getQueryData(keys.tripsState);
      const state = await act();
      // An event that came before the answer is newer.
      if (queries.getQueryData(keys.tripsState) === before) queries.setQueryData(keys.tripsState, state);
    } catch (thrown) {
      fail(failureOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return {
    failure,
    busy,
    fail,
    read: (request) => void run(() => bridge.readTrips(request)),
    resume: () => void run(() => bridge.goOnReadingTrips()),
    stop: () => void run(() => bridge.stopReadingTrips()),
  };
}
