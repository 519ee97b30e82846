/** Everything that was done, as lines: what folders did, uploads by hand, changes of machines and of users. Pure. */

import type { BatchSummary, FolderEvent, Resource } from "../../../ipc";
import { searchable, withAccents } from "../../../shared/fold";
import { byCause, type Happening, nameOf } from "../model";

export const areas = ["folders", "manual", "machines", "users"] as const;
export type Area = (typeof areas)[number];

export type ActivityLine = {
  key: string;
  at: string;
  area: Area;
} /** `hits`: what a search found of it; left out where that is all of it. */ & (
  | { area: "folders" | "manual"; happening: Happening; hits?: FolderEvent[] }
  | { area: Resource; batch: BatchSummary }
);

/** Newest first; changes of records that are still under way are not among them. */
export function linesOf(
  events: readonly FolderEvent[],
  batches: Readonly<Record<Resource, readonly BatchSummary[]>>,
): ActivityLine[] {
  const lines: ActivityLine[] = byCause(events).map((happening) => ({
    key: `event/${happening.id}`,
    at: happening.at,
    area: happening.folder === null ? "manual" : "folders",
    happening,
  }));
  for (const area of ["machines", "users"] as const)
    for (const batch of batches[area])
      if (batch.finishedAt !== null) lines.push({ key: `${area}/${batch.id}`, at: batch.at, area, batch });
  return lines.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Lines with what was typed in the words of the line or in a name of it. */
export function found(
  lines: readonly ActivityLine[],
  typed: string,
  words: (line: ActivityLine) => string,
): ActivityLine[] {
  const wanted = withAccents(typed.trim());
  const has = (text: string) => searchable(text).includes(wanted);
  return lines.flatMap((line) => {
    if (wanted === "" || has(words(line))) return [line];
    if ("batch" in line) return [];
    const hits = line.happening.events.filter((event) => has(nameOf(event)) || has(event.section));
    return hits.length === 0 ? [] : [{ ...line, hits }];
  });
}

/** The rows of a table: one for every file that was found, and one for each change of records. */
export function rowsOf(
  lines: readonly ActivityLine[],
  words: (line: ActivityLine) => string,
  time: (at: string) => string,
): string[][] {
  return lines.flatMap((line) => {
    if ("batch" in line) return [[time(line.at), words(line), "", "", ""]];
    return (line.hits ?? line.happening.events).map((event) => [
      time(event.at),
      words(line),
      event.section,
      nameOf(event),
      event.by,
    ]);
  });
}

/** The rows as text that a spreadsheet takes when it is pasted. */
export function pastedText(rows: readonly (readonly string[])[]): string {
  // A tab or a line break inside a cell would begin another one.
  return rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}
