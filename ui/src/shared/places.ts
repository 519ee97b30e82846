/** Finding a project or work order by what was typed, and in which order: numbers first, then names that begin so, then names with words that do, then names that contain it. */

import type { Project, WorkOrder } from "../ipc";
import { beginsWords, fold, matches, searchable, words } from "./fold";

export interface Place {
  project: Project;
  /** `null`: the project itself. */
  workOrder: WorkOrder | null;
}

/** So many are listed at most. */
export const PLACES = 8;

/** Projects and work orders for what was typed; the recent ones while nothing is. */
export function findPlaces(projects: Project[], workOrders: WorkOrder[], typed: string): Place[] {
  const query = typed.trim();
  if (query === "") return recent(projects);
  const byId = new Map(projects.map((project) => [project.id, project]));
  const ranked: { place: Place; rank: number }[] = [];
  for (const project of projects) {
    const rank = rankOf(query, project.number, project.name, project.active);
    if (rank !== null) ranked.push({ place: { project, workOrder: null }, rank });
  }
  for (const workOrder of workOrders) {
    const project = byId.get(workOrder.projectId);
    const rank = rankOf(query, workOrder.number ?? "", workOrder.name, workOrder.active);
    // At the same rank a project stands before a work order.
    if (project && rank !== null) ranked.push({ place: { project, workOrder }, rank: rank + 0.5 });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, PLACES)
    .map(({ place }) => place);
}

/** Ranks how well a project or work order fits what was typed: 0 is best; null where it does not. */
export function rankOf(query: string, number: string, name: string | null, active: boolean): number | null {
  const wanted = words(query);
  const text = searchable(`${number} ${name ?? ""}`);
  if (!matches(text, wanted)) return null;
  const [typed, foldedNumber] = [fold(query), fold(number)];
  const late = active ? 0 : 10;
  if (foldedNumber === typed) return late;
  if (foldedNumber.startsWith(typed)) return late + 1;
  if (foldedNumber.includes(typed)) return late + 2;
  if (fold(name ?? "").startsWith(typed)) return late + 3;
  return late + (beginsWords(text, wanted) ? 4 : 5);
}

function recent(projects: Project[]): Place[] {
  return projects
    .filter((project) => project.usedAt !== null)
    .sort((a, b) => (b.usedAt ?? "").localeCompare(a.usedAt ?? ""))
    .slice(0, 6)
    .map((project) => ({ project, workOrder: null }));
}
