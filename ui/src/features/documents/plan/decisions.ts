/** The answers that a row waits for, in the order of the keys 1, 2 and 3. Pure. */

import type { DropPlan, OnPage, PlanChange, PlanRow } from "../../../ipc";
import { withSafeName } from "./model";

/** What one answer does: a change of rows, or a tick. */
export type Decision = { rows: readonly PlanRow[] } & (
  | { kind: "section"; section: string }
  | { kind: "replace" | "keepBoth" | "useName" | "useForAll" | "keepAll" | "useThis" | "uploadAnyway" }
  | { kind: "replaceOne"; document: OnPage; place: number }
);

/** The answers of a row; none where nothing can be chosen. `likely` are the sections to offer for it. */
export function decisionsOf(row: PlanRow, plan: Pick<DropPlan, "rows">, likely: readonly string[]): Decision[] {
  const rows = [row];
  switch (row.what) {
    case "chooseSection":
      return likely.map((section) => ({ kind: "section", rows, section }));
    case "beingUploaded":
      return [{ kind: "uploadAnyway", rows }];
    case "newerThere":
      if (row.replaceId === null) return [{ kind: "uploadAnyway", rows }];
      return ofName(row);
    case "replaces":
    case "replacesSomeoneElses":
    case "keepsBoth":
    case "twoWithThisName":
      return ofName(row);
    case "sameNameTwice":
      return [{ kind: "useThis", rows }];
    case "nameRefused": {
      if (row.safeName === null) return [];
      const others = withSafeName(plan.rows);
      const one: Decision = { kind: "useName", rows };
      return others.length > 1 ? [one, { kind: "useForAll", rows: others }] : [one];
    }
    default:
      return [];
  }
}

/** Whether one of several documents of the name is replaced, or none. */
export function isOfSeveral({ onPage }: PlanRow): boolean {
  return onPage.length > 1;
}

/** What can become of the documents that have the row's name; of several, which one stays to be said after a choice too. */
function ofName(row: PlanRow): Decision[] {
  const rows = [row];
  if (!isOfSeveral(row)) {
    return [
      { kind: "replace", rows },
      { kind: "keepBoth", rows },
    ];
  }
  return [
    ...row.onPage.map((document, place) => ({ kind: "replaceOne", rows, document, place }) as const),
    { kind: "keepAll", rows },
  ];
}

/** What an answer changes; `null` where it only ticks. */
export function changeOf(decision: Decision): Partial<PlanChange> | null {
  switch (decision.kind) {
    case "section":
      return { section: decision.section };
    case "replace":
      return { sameName: "replace" };
    case "keepBoth":
    case "keepAll":
      return { sameName: "keepBoth" };
    case "replaceOne":
      return { replaceId: decision.document.id, sameName: "replace" };
    case "useName":
    case "useForAll":
      return { useSafeName: true };
    case "useThis":
    case "uploadAnyway":
      return null;
  }
}
