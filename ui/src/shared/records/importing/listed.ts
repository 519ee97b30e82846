/** Groups of an import's rows, and the words of their lines: problems, and decisions. Pure. */

import type { ImportOptions, ImportReason, ImportRow } from "../../../ipc";

type Group = "bad" | "since" | "rest";
export type Groups = Readonly<Record<Group, readonly ImportRow[]>>;

/** A row as it was when it was answered, with its group then. */
export type Kept = { readonly group: Group; readonly row: ImportRow };
export type Places = ReadonlyMap<number, Kept>;

/** Decision on a field in a row. */
export type Answer = {
  readonly kind: "skipped" | "used" | "created" | "taken";
  readonly field: string | null;
  /** The value that is used instead. */
  readonly value: string;
};

/** An answer and the row that it was given in. */
export type Given = { readonly row: number; readonly answer: Answer };

/** A line of a row: a reason why it is skipped, or what was decided. */
export type Line = { readonly answer: Answer } | { readonly reason: ImportReason };

const groupOf = ({ action, changedSince }: ImportRow): Group =>
  action === "bad" ? "bad" : changedSince.length > 0 ? "since" : "rest";

/** The rows in their groups, in the order of the file. One that was just answered is where it was, filtered out or not. */
export function groupRows(rows: readonly ImportRow[], places: Places): Groups {
  const read = new Set(rows.map(({ row }) => row));
  const left = [...places.values()].flatMap(({ row }) => (read.has(row.row) ? [] : [leftRow(row)]));
  const groups: Record<Group, ImportRow[]> = { bad: [], since: [], rest: [] };
  for (const row of [...rows, ...left].sort((one, other) => one.row - other.row))
    groups[places.get(row.row)?.group ?? groupOf(row)].push(row);
  return groups;
}

/** Returns a row that left the filter: known is only that it has errors now, or none. */
const leftRow = (row: ImportRow): ImportRow => ({
  ...row,
  action: row.action === "bad" ? "unchanged" : "bad",
  cells: [],
  changedSince: [],
  reasons: [],
});

/** Returns the present place of a row, for it to stay there. */
export function placeOf(groups: Groups, number: number): [number, Kept][] {
  return (["bad", "since", "rest"] as const).flatMap((group) =>
    groups[group].flatMap((row): [number, Kept][] => (row.row === number ? [[number, { group, row }]] : [])),
  );
}

/** The rows that an answer about the number of a record is kept in. */
const rowsOf = { created: "createRows", taken: "otherPersonRows" } as const;

/** The decisions in a row. Only the number of a record is answered by a new one, or by another person. */
export function answersOf(options: ImportOptions, row: number, numberField: string): Answer[] {
  const { repairs } = options;
  const mended = repairs.flatMap(({ row: of, field, text }): Answer[] =>
    of === row ? [{ kind: text === null ? "skipped" : "used", field, value: text ?? "" }] : [],
  );
  const ofNumber = (["created", "taken"] as const).filter((kind) => options[rowsOf[kind]]?.includes(row));
  return [...mended, ...ofNumber.map((kind): Answer => ({ kind, field: numberField, value: "" }))];
}

/** The options with an answer about the number. */
export function withNumber(options: ImportOptions, row: number, kind: keyof typeof rowsOf): ImportOptions {
  return { ...options, [rowsOf[kind]]: [...(options[rowsOf[kind]] ?? []), row] };
}

/** A repair that is offered in a row. */
export type Offer = {
  readonly row: number;
  readonly field: string | null;
  readonly code: ImportReason["code"];
  readonly text: string;
};

/** The repairs that are offered in the rows. */
export function offersIn(rows: readonly ImportRow[]): Offer[] {
  return rows.flatMap(({ row, reasons }) =>
    reasons.flatMap(({ field, code, suggestion }) =>
      suggestion === null ? [] : [{ row, field, code, text: suggestion }],
    ),
  );
}

/** The options without an answer. */
export function without(options: ImportOptions, row: number, { kind, field }: Answer): ImportOptions {
  return kind === "created" || kind === "taken"
    ? { ...options, [rowsOf[kind]]: (options[rowsOf[kind]] ?? []).filter((each) => each !== row) }
    : { ...options, repairs: options.repairs.filter((each) => each.row !== row || each.field !== field) };
}

/** The lines of a row. An answer stands where the reason stood: what is below it stays under the pointer. */
export function linesOf(row: ImportRow, kept: ImportRow | undefined, answers: readonly Answer[]): Line[] {
  const fields = new Set([...(kept?.reasons ?? []), ...answers, ...row.reasons].map(({ field }) => field));
  return [...fields].flatMap((field): Line[] => [
    ...answers.filter((each) => each.field === field).map((answer) => ({ answer })),
    ...row.reasons.filter((each) => each.field === field).map((reason) => ({ reason })),
  ]);
}
