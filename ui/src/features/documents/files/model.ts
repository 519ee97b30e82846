/**
 * A page of documents as table rows: sections as group rows, current transfers mixed in, filters, counts and the worst
 * state. Pure; a function of the page, the transfers and the user's choices.
 */
import type { Document, MoreWaiting, Page, Target, Transfer } from "../../../ipc";
import { fold, matches, searchable, words } from "../../../shared/fold";
import { extensionOf } from "../../../shared/parts/FileTag";
import { type StateName, worstFirst, worstOf } from "../../../shared/parts/states";
import { byNumber } from "../by-number";

/** The states of the files table, from the status vocabulary. */
export type FileState = Extract<
  StateName,
  "needsDecision" | "failed" | "waiting" | "working" | "sent" | "verified" | "listed"
>;

export type Filter = "all" | "actionNeeded" | "notUploaded" | "someoneElse";

export type FileRow = {
  /** The document's id, or `transfer:ID` for a file that is not on the page yet. */
  key: string;
  document: Document | null;
  transfer: Transfer | null;
  /** The file is being fetched to be opened or saved. */
  fetching: Transfer | null;
  section: string;
  name: string;
  nameKey: string;
  shownName: string;
  sizeBytes: number | null;
  sentAt: string | null;
  origin: Document["origin"];
  folder: Document["folder"];
  /** The synced folder that asks about it. */
  askedBy: Document["askedBy"];
  state: FileState;
  /** How many on this page have this name, itself included. */
  alike: number;
};

export type SectionGroup = {
  section: string;
  pageExternalId: string | null;
  total: number;
  rows: FileRow[];
  /** Files that wait to be uploaded and have no row. */
  unlisted: number;
  worst: StateName;
};

export type TableRow =
  | { kind: "section"; key: string; group: SectionGroup; folded: boolean }
  | { kind: "file"; key: string; row: FileRow }
  | { kind: "newSection"; key: string; section: string };

/** The service's section for files that name none. */
export const DEFAULT_SECTION = "Documents";

/** True when both name the same page. */
export function sameTarget(a: Target, b: Target): boolean {
  return a.project === b.project && a.workOrder === b.workOrder;
}

function isFetching(transfer: Transfer): boolean {
  return (transfer.kind === "open" || transfer.kind === "download") && ["waiting", "working"].includes(transfer.state);
}

function isSending(transfer: Transfer): boolean {
  return (transfer.kind === "upload" || transfer.kind === "replace") && !["done", "cancelled"].includes(transfer.state);
}

/** The state a transfer gives to its file. */
export function transferState(transfer: Transfer): FileState {
  switch (transfer.state) {
    case "needsYou":
      return "needsDecision";
    case "failed":
      return "failed";
    case "waiting":
      return "waiting";
    default:
      return "working";
  }
}

/** The transfer of a row that stands still until someone acts: the transfers panel has what solves it. */
export function stuckTransfer({ transfer, state }: FileRow): Transfer | null {
  return state === "needsDecision" || state === "failed" ? transfer : null;
}

/** The page's groups: the default section first if it has files, then by name; files on their way in their sections. */
export function groupPage(
  page: Page,
  transfers: readonly Transfer[],
  unlisted: readonly MoreWaiting[] = [],
): SectionGroup[] {
  const groups = new Map<string, FileRow[]>();
  const ids = new Map<string, string>();
  for (const section of page.sections) {
    ids.set(section.section, section.pageExternalId);
    groups.set(
      section.section,
      section.documents.map((document) => documentRow(document, section.section)),
    );
  }
  for (const transfer of transfers) {
    if (!sameTarget(transfer.target, page.target)) continue;
    if (isFetching(transfer)) {
      for (const [section, rows] of groups)
        if (transfer.section === null || transfer.section === section)
          for (const row of rows) if (row.name === transfer.name) row.fetching = transfer;
    }
    if (!isSending(transfer)) continue;
    const section = transfer.section ?? DEFAULT_SECTION;
    const rows = groups.get(section) ?? [];
    groups.set(section, rows);
    const old = transfer.kind === "replace" ? rows.find((row) => row.nameKey === transfer.nameKey) : undefined;
    if (old) {
      old.transfer = transfer;
      old.state = transferState(transfer);
    } else rows.push(transferRow(transfer, section));
  }
  const waiting = new Map<string, number>();
  for (const { target, section, count } of unlisted) {
    if (!sameTarget(target, page.target)) continue;
    waiting.set(section ?? DEFAULT_SECTION, count);
    if (!groups.has(section ?? DEFAULT_SECTION)) groups.set(section ?? DEFAULT_SECTION, []);
  }
  const list = [...groups].map(([section, rows]) =>
    finishGroup(section, ids.get(section) ?? null, rows, waiting.get(section) ?? 0),
  );
  const first = (group: SectionGroup) => (group.section === DEFAULT_SECTION && group.total > 0 ? 0 : 1);
  return list.sort((a, b) => first(a) - first(b) || byNumber.compare(a.section, b.section));
}

function documentRow(document: Document, section: string): FileRow {
  const { name, nameKey, shownName, sizeBytes, sentAt, origin, folder, askedBy, state } = document;
  return {
    key: document.id,
    document,
    transfer: null,
    fetching: null,
    section,
    name,
    nameKey,
    shownName,
    sizeBytes,
    sentAt,
    origin,
    folder,
    askedBy,
    state,
    alike: 1,
  };
}

function transferRow(transfer: Transfer, section: string): FileRow {
  return {
    key: `transfer:${transfer.id}`,
    document: null,
    transfer,
    fetching: null,
    section,
    name: transfer.name,
    nameKey: transfer.nameKey,
    shownName: transfer.shownName,
    sizeBytes: transfer.bytesTotal,
    sentAt: null,
    origin: "byHand",
    folder: null,
    askedBy: null,
    state: transferState(transfer),
    alike: 1,
  };
}

function finishGroup(section: string, pageExternalId: string | null, rows: FileRow[], unlisted: number): SectionGroup {
  const names = new Map<string, number>();
  for (const { document, nameKey } of rows) if (document) names.set(nameKey, (names.get(nameKey) ?? 0) + 1);
  for (const row of rows) {
    if (!row.document) continue;
    row.alike = names.get(row.nameKey) ?? 1;
    if (row.alike > 1 && !row.transfer) row.state = "needsDecision";
  }
  const total = rows.filter((row) => row.document).length;
  return {
    section,
    pageExternalId,
    total,
    rows,
    unlisted,
    worst: worstOf(
      rows.map((row) => row.state),
      unlisted > 0 ? "waiting" : "listed",
    ),
  };
}

/**
 * The row of the document that replaced another one, which has an id of its own: of that name in that section, and new
 * or uploaded after it. None for a document that was deleted, also where another one has its name.
 */
export function successors(
  before: readonly SectionGroup[],
  now: readonly SectionGroup[],
): (key: string) => string | undefined {
  // Rows come and go often, and a successor is seldom asked for.
  let known: ReadonlyMap<string, FileRow> | null = null;
  return (key) => {
    known ??= new Map(before.flatMap(({ rows }) => rows).map((row) => [row.key, row]));
    const rows = known;
    const old = rows.get(key);
    if (old === undefined) return undefined;
    const isAfter = (row: FileRow) => !rows.has(row.key) || (row.sentAt ?? "") > (old.sentAt ?? "");
    const alike = now.find(({ section }) => section === old.section)?.rows ?? [];
    const after = alike.filter((row) => row.nameKey === old.nameKey && isAfter(row));
    return after.sort((a, b) => (b.sentAt ?? "").localeCompare(a.sentAt ?? ""))[0]?.key;
  };
}

/** True when the row belongs to a pill. */
export function inFilter(row: FileRow, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "actionNeeded":
      return row.state === "needsDecision";
    case "notUploaded":
      return row.transfer !== null;
    case "someoneElse":
      return row.document !== null && row.origin === "someoneElse";
  }
}

/**
 * Whether a state of the page is more than a word: a sentence, a share or a button. A file that is fetched is none:
 * columns do not move with each file that is opened.
 */
export function hasLongStates(groups: readonly SectionGroup[]): boolean {
  const isOneWord = ({ state, askedBy }: FileRow) => askedBy === null && ["listed", "sent", "verified"].includes(state);
  return !groups.every(({ rows }) => rows.every(isOneWord));
}

/** The number on each pill. "All" counts documents on the page, not files on their way. */
export function counts(groups: readonly SectionGroup[]): Record<Filter, number> {
  const rows = groups.flatMap((group) => group.rows);
  const count = (filter: Filter) => rows.filter((row) => inFilter(row, filter)).length;
  return {
    all: rows.filter((row) => row.document).length,
    actionNeeded: count("actionNeeded"),
    notUploaded: count("notUploaded") + groups.reduce((sum, { unlisted }) => sum + unlisted, 0),
    someoneElse: count("someoneElse"),
  };
}

/** The types of the files and how many there are of each, the most frequent first. */
export function kindsOf(groups: readonly SectionGroup[]): { kind: string; count: number }[] {
  const counted = new Map<string, number>();
  for (const { rows } of groups)
    for (const { name } of rows) counted.set(extensionOf(name), (counted.get(extensionOf(name)) ?? 0) + 1);
  return [...counted]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || byNumber.compare(a.kind, b.kind));
}

export type Column = "name" | "size" | "uploaded" | "origin" | "status";
export type Sort = { by: Column; down: boolean };
export type View = {
  filter: Filter;
  query: string;
  /** Files of one type only, by the extension; `null`: all. */
  kind: string | null;
  folded: ReadonlySet<string>;
  newSection: string | null;
  sort: Sort;
};

/** Orders within a section. Unknown values come last, whatever the direction. */
export function bySort({ by, down }: Sort): (a: FileRow, b: FileRow) => number {
  const sign = down ? -1 : 1;
  const name = (a: FileRow, b: FileRow) => byNumber.compare(a.name, b.name) || a.key.localeCompare(b.key);
  const known = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : (a < b ? -1 : 1) * sign;
  };
  switch (by) {
    case "name":
      return (a, b) => name(a, b) * sign;
    case "size":
      return (a, b) => known(a.sizeBytes, b.sizeBytes) || name(a, b);
    case "uploaded":
      return (a, b) => known(a.sentAt, b.sentAt) || name(a, b);
    case "origin":
      return (a, b) => known(a.origin, b.origin) || name(a, b);
    case "status":
      return (a, b) => known(rank(a.state), rank(b.state)) || name(a, b);
  }
}

function rank(state: StateName): number {
  const at = worstFirst.indexOf(state);
  return at < 0 ? worstFirst.length : at;
}

/** The rows on the screen, in order. Sections without a match disappear while something is filtered. */
export function tableRows(groups: readonly SectionGroup[], view: View): TableRow[] {
  const wanted = words(view.query);
  const filtered = wanted.length > 0 || view.filter !== "all" || view.kind !== null;
  const ofKind = (row: FileRow) => view.kind === null || extensionOf(row.name) === view.kind;
  const rows: TableRow[] = [];
  if (view.newSection !== null && !groups.some((group) => group.section === view.newSection))
    rows.push({ kind: "newSection", key: `new:${view.newSection}`, section: view.newSection });
  for (const group of groups) {
    const shown = group.rows
      .filter((row) => inFilter(row, view.filter) && ofKind(row) && matches(searchable(row.name), wanted))
      .sort(bySort(view.sort));
    if (filtered && shown.length === 0) continue;
    const folded = view.folded.has(group.section) && wanted.length === 0;
    rows.push({ kind: "section", key: `section:${group.section}`, group: { ...group, rows: shown }, folded });
    if (!folded) for (const row of shown) rows.push({ kind: "file", key: row.key, row });
  }
  return rows;
}

/** Finds the first shown file that starts with what was typed, from a place on, round the end. */
export function typeAhead(rows: readonly TableRow[], typed: string, from: number): number {
  const start = fold(typed);
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    const row = rows[at];
    if (row?.kind === "file" && fold(row.row.name).startsWith(start)) return at;
  }
  return -1;
}
