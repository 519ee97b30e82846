/** The quick answers for files without a section: keys 1 and 2 mean the same as long as the plan is for one place. */

import { useRef } from "react";
import type { DropPlan, PlanRow } from "../../../ipc";

/** At most so many buttons stand in a row. */
const MOST = 2;

/** Returns the sections to offer for a row: those that were offered first, then what is likely by now. */
export function useLikely(plan: Pick<DropPlan, "place">): (row: PlanRow) => readonly string[] {
  const kept = useRef({ place: "", offered: new Map<number, readonly string[]>() });
  const place = JSON.stringify(plan.place?.target ?? null);
  if (kept.current.place !== place) kept.current = { place, offered: new Map() };
  const { offered } = kept.current;
  return ({ rowId, likely }) => {
    const sections = [...new Set([...(offered.get(rowId) ?? []), ...likely])].slice(0, MOST);
    offered.set(rowId, sections);
    return sections;
  };
}
