/** Suggestions that the wizard finds in names. Pure. */

import type { FirstPlan, Project } from "../../../ipc";
import { fold } from "../../../shared/fold";
import type { Place } from "../../../shared/places";

/** Words too common on a site to tell one project from another. */
const COMMON = 4;

/** So many projects are offered to somebody who used none yet. */
const OFFERED = 8;

/** The project whose number or most of whose name stands in the folder's path; active ones only. */
export function suggestion(projects: readonly Project[], path: string): Place | null {
  const folded = fold(path);
  if (folded === "") return null;
  let best: { project: Project; score: number } | null = null;
  for (const project of projects) {
    if (!project.active) continue;
    const words = fold(project.name ?? "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > COMMON);
    const hits = words.filter((word) => folded.includes(word)).length;
    const score = folded.includes(fold(project.number)) ? 100 : hits;
    if (score > 0 && score > (best?.score ?? 0)) best = { project, score };
  }
  return best && { project: best.project, workOrder: null };
}

/** Places to begin with while nothing was typed: those used last, else the first active projects. */
export function offered(projects: readonly Project[], used: readonly Place[]): Place[] {
  if (used.length > 0) return [...used];
  return projects
    .filter(({ active }) => active)
    .slice(0, OFFERED)
    .map((project) => ({ project, workOrder: null }));
}

export const sums = ["new", "toCompare", "different", "waiting", "inSubfolders", "onlyOnPage"] as const;

/** The sums that are not nothing, in the order of the plan. */
export function shownSums(plan: FirstPlan): { sum: (typeof sums)[number]; count: number }[] {
  return sums.map((sum) => ({ sum, count: plan[sum] })).filter(({ count }) => count > 0);
}
