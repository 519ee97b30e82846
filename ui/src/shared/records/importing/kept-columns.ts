/** Last choice of fields for the columns of a file, by its headings. Pure. */

import type { ImportColumn } from "../../../ipc";

/** The fields that a person chose for the headings of a file. */
export type KeptColumns = {
  readonly headings: string;
  readonly columns: Readonly<Record<string, string | null>>;
};

/** As many kinds of files as one office has. */
const most = 40;

type Columns = KeptColumns["columns"];

/** The headings of a file as one text, whatever their order. */
export function headingsOf(columns: readonly Pick<ImportColumn, "heading">[]): string {
  const headings = columns.map(({ heading }) => heading.trim().toLowerCase());
  return JSON.stringify(headings.sort());
}

/** Returns the fields chosen for these headings; null where none were. */
export function columnsFor(kept: readonly KeptColumns[], headings: string): Columns | null {
  return kept.find((each) => each.headings === headings)?.columns ?? null;
}

/** The choices with these; without a choice the headings are forgotten. */
export function keeping(kept: readonly KeptColumns[], headings: string, columns: Columns): readonly KeptColumns[] {
  const others = kept.filter((each) => each.headings !== headings);
  if (Object.keys(columns).length === 0) return others.length === kept.length ? kept : others;
  return [...others, { headings, columns }].slice(-most);
}

export function isKeptColumns(value: unknown): value is KeptColumns {
  if (typeof value !== "object" || value === null) return false;
  const { headings, columns } = value as Record<string, unknown>;
  return typeof headings === "string" && typeof columns === "object" && columns !== null;
}
