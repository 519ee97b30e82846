/** The quick answers for files without a section: keys 1 and 2 mean the same as long as the plan is for one place. */

import { useRef } from "react";
import type { DropPlan } from "../../../ipc";
import { likelySections } from "./model";

export function useLikely(plan: DropPlan): string[] {
  const kept = useRef<{ place: string; sections: string[] } | null>(null);
  const place = JSON.stringify(plan.place?.target ?? null);
  if (kept.current?.place === place) return kept.current.sections;
  const sections = likelySections(plan);
  // Before all files are known, others may turn out to be more likely.
  if (plan.ready || !plan.drop.counting) kept.current = { place, sections };
  return sections;
}
