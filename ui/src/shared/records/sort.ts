/** The order of values in a list. Pure. */

import type { CellValue } from "../../ipc";

export const byText = new Intl.Collator(["nb", "sv", "en"], { numeric: true, sensitivity: "base" });

/** The texts once each, in the order of a list; without the empty one. */
export const distinct = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text !== "").sort(byText.compare);

/** Empty ones stand last, whichever way it is sorted. */
export function compareCells(a: CellValue, b: CellValue, descending: boolean): number {
  const emptyA = a === null || a === "";
  const emptyB = b === null || b === "";
  if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
  const order = typeof a === "number" && typeof b === "number" ? a - b : byText.compare(String(a), String(b));
  return descending ? -order : order;
}

/** Column and direction of a list's order. */
export type SortBy<Name extends string> = { readonly column: Name; readonly descending: boolean };

/** A column is sorted by a click on its head, and the other way round by the next. */
export function sortedBy<Name extends string>(sort: SortBy<Name>, column: Name): SortBy<Name> {
  return { column, descending: sort.column === column && !sort.descending };
}
