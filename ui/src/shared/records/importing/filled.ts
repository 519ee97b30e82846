/** The fields that the columns of a file fill. */

import type { ImportColumn, ImportRow } from "../../../ipc";
import type { ImportFields } from "../kind";

/** A field that the file fills, and how the file calls it. */
export type Filled = { readonly field: string; readonly heading: string };

/** The fields of the table, in the order of the file: those that change in the rows, or all. */
export function filledBy(
  { own, isKnown }: Pick<ImportFields, "own" | "isKnown">,
  columns: readonly ImportColumn[],
  rows: readonly ImportRow[],
  onlyChanging: boolean,
): Filled[] {
  const changing = new Set(
    rows.flatMap(({ cells, changedSince }) => [...cells, ...changedSince].map(({ field }) => field)),
  );
  return columns.flatMap(({ field, heading }) => {
    if (field === null || !isKnown(field) || own.includes(field)) return [];
    return onlyChanging && !changing.has(field) ? [] : [{ field, heading }];
  });
}
