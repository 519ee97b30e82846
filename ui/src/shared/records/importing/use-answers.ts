/** What is decided in the rows of an import: each answer is checked at once, and its row stays in its place meanwhile. */

import type { ImportOptions } from "../../../ipc";
import { type Answer, type Groups, type Kept, placeOf, without } from "./listed";
import type { Import } from "./use-import";

/** `hold` keeps the places of rows; `canCreate` is false where the file lacks a column for a new record. */
export function useAnswers(
  { answer }: Import,
  groups: Groups,
  hold: (listed: readonly [number, Kept][]) => void,
  canCreate: boolean,
) {
  const change = (row: number, changed: (now: ImportOptions) => ImportOptions) => {
    hold(placeOf(groups, row));
    answer(changed);
  };
  return {
    canCreate,
    repair: (row: number, field: string | null, text: string | null) =>
      change(row, (now) => {
        const others = now.repairs.filter((each) => each.row !== row || each.field !== field);
        return { ...now, repairs: [...others, { row, field, text }] };
      }),
    create: (row: number) => change(row, (now) => ({ ...now, createRows: [...(now.createRows ?? []), row] })),
    undo: (row: number, made: Answer) => change(row, (now) => without(now, row, made)),
  };
}

export type Answers = ReturnType<typeof useAnswers>;
