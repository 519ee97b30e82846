/** The days of the trips, whatever period and mass types are chosen: what is not chosen stays visible; and the unit of their bars. */

import { useMemo } from "react";
import { unitFor } from "../model/buckets";
import { without } from "../model/filter";
import { useTripFilter } from "../model/store";
import { useSummary } from "../queries";

export function useDays() {
  const filter = useTripFilter();
  const base = useMemo(() => without(filter, "period", "massType"), [filter]);
  const summary = useSummary(base).data;
  const days = useMemo(() => summary?.days ?? [], [summary]);
  const unit = useMemo(() => unitFor(days), [days]);
  return { base, days, unit };
}
