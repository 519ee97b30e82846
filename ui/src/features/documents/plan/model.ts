/**
 * The drop plan as the screen shows it: which rows need a choice, groups by section, totals, what would be sent.
 * Pure; what a row is was decided by the desktop side, here it is only sorted and counted.
 */
import type { DropPlan, PlanRow, PlanWhat } from "../../../ipc";
import { byNumber } from "../by-number";

/** The totals above the list; each is a filter. Every file counts in one of them. */
export const TOTALS = ["new", "replace", "alreadyThere", "needChoice", "notSelected", "checking", "stopped"] as const;
export type Total = (typeof TOTALS)[number];

/** Ticks that the person set, by row. Rows without one keep what the plan proposes. */
export type Ticks = ReadonlyMap<number, boolean>;

export type PlanGroup = {
  key: string;
  kind: "needChoice" | "stopped" | "section";
  section: string | null;
  /** What belongs to it: its head counts these. */
  rows: PlanRow[];
  /** What is listed below its head: a row that was just changed stays where it was. */
  listed: PlanRow[];
  bytes: number;
};

/** The key of the group that a row is listed in although it belongs to another by now. */
export type Places = ReadonlyMap<number, string>;

export type PlanListRow =
  | { kind: "group"; key: string; group: PlanGroup; folded: boolean }
  | { kind: "row"; key: string; row: PlanRow; group: PlanGroup["kind"] };

const NEED_CHOICE: ReadonlySet<PlanWhat> = new Set([
  "chooseSection",
  "twoWithThisName",
  "sameNameTwice",
  "nameRefused",
]);
const STOPPED: ReadonlySet<PlanWhat> = new Set(["unreadable"]);
const SENDS: ReadonlySet<PlanWhat> = new Set([
  "new",
  "replaces",
  "replacesSomeoneElses",
  "keepsBoth",
  "alreadyThere",
  "newerThere",
  "beingUploaded",
  "sameNameTwice",
]);

/** Above this many rows the groups start folded. */
export const FOLD_ABOVE = 200;

/** True while the row waits for a person. */
export function needsChoice(row: PlanRow): boolean {
  if (row.what === "twoWithThisName") return row.replaceId === null && row.sameName === "replace";
  return NEED_CHOICE.has(row.what);
}

/** True when the row could be sent as it stands. */
export function canSend(row: PlanRow): boolean {
  if (row.section === null && row.what === "chooseSection") return false;
  if (row.what === "twoWithThisName") return !needsChoice(row);
  return SENDS.has(row.what);
}

/** Whether the row's box is ticked: what the person said, or what the plan proposes. */
export function isTicked(row: PlanRow, ticks: Ticks): boolean {
  return canSend(row) && (ticks.get(row.rowId) ?? row.ticked);
}

/** The rows that the button sends. */
export function toSend(rows: readonly PlanRow[], ticks: Ticks): PlanRow[] {
  return rows.filter((row) => isTicked(row, ticks));
}

/** Sets ticks for rows. Of rows that are one name in one section only the last ticked stays ticked. */
export function setTicks(rows: readonly PlanRow[], ticks: Ticks, chosen: readonly PlanRow[], on: boolean): Ticks {
  const next = new Map(ticks);
  for (const row of chosen) {
    if (!canSend(row)) continue;
    next.set(row.rowId, on);
    if (!on || row.what !== "sameNameTwice") continue;
    for (const other of rows)
      if (other.rowId !== row.rowId && other.section === row.section && other.nameKey === row.nameKey)
        next.set(other.rowId, false);
  }
  return next;
}

/** The state of a box that stands for several rows. */
export function tickOfAll(rows: readonly PlanRow[], ticks: Ticks): "all" | "some" | "none" {
  const sendable = rows.filter(canSend);
  const ticked = sendable.filter((row) => isTicked(row, ticks)).length;
  if (ticked === 0) return "none";
  return ticked === sendable.length ? "all" : "some";
}

/** The numbers above the list: new and replacing ones together are what the button sends. */
export function totals(rows: readonly PlanRow[], ticks: Ticks): Record<Total, number> {
  const sum = { new: 0, replace: 0, alreadyThere: 0, needChoice: 0, notSelected: 0, checking: 0, stopped: 0 };
  for (const row of rows) sum[totalOf(row, ticks)] += 1;
  return sum;
}

/** Which total a row counts in. */
export function totalOf(row: PlanRow, ticks: Ticks): Total {
  if (isTicked(row, ticks)) return replaces(row) ? "replace" : "new";
  if (needsChoice(row)) return "needChoice";
  switch (row.what) {
    case "alreadyThere":
    case "checking":
      return row.what;
    case "unreadable":
      return "stopped";
    default:
      return "notSelected";
  }
}

function replaces({ what, sameName, replaceId }: PlanRow): boolean {
  if ((what === "alreadyThere" || what === "newerThere" || what === "beingUploaded") && replaceId === null)
    return false;
  return what !== "new" && what !== "sameNameTwice" && sameName === "replace";
}

/** Groups: what needs a choice, what cannot be sent, then one for each section by name. */
export function groupRows(
  plan: Pick<DropPlan, "rows">,
  filter: Total | null,
  ticks: Ticks,
  places: Places = new Map(),
): PlanGroup[] {
  const groups = new Map<string, PlanGroup>();
  const groupOf = (key: string): PlanGroup => {
    const found = groups.get(key) ?? emptyGroup(key);
    groups.set(key, found);
    return found;
  };
  for (const row of plan.rows) {
    const total = totalOf(row, ticks);
    const place = places.get(row.rowId);
    const counts = filter === null || total === filter;
    const key = groupKey(row, total);
    if (counts) {
      groupOf(key).rows.push(row);
      groupOf(key).bytes += row.sizeBytes ?? 0;
    }
    if (counts || place !== undefined) groupOf(place ?? key).listed.push(row);
  }
  return [...groups.values()]
    .filter(({ listed }) => listed.length > 0)
    .sort((a, b) => RANK[a.kind] - RANK[b.kind] || byNumber.compare(a.section ?? "", b.section ?? ""));
}

const RANK = { needChoice: 0, stopped: 1, section: 2 };
const SECTION = "section:";

function groupKey(row: PlanRow, total: Total): string {
  // The number above the list counts the same rows. One that was chosen among equal names has its answer.
  if (total === "needChoice") return "needChoice";
  return STOPPED.has(row.what) ? "stopped" : SECTION + (row.section ?? "");
}

function emptyGroup(key: string): PlanGroup {
  const kind = key === "needChoice" || key === "stopped" ? key : "section";
  const section = kind === "section" ? key.slice(SECTION.length) || null : null;
  return { key, kind, section, rows: [], listed: [], bytes: 0 };
}

/** Where rows are listed now, for those to stay there. */
export function placesOf(groups: readonly PlanGroup[], ids: ReadonlySet<number>): Places {
  return new Map(
    groups.flatMap(({ key, listed }) => listed.flatMap(({ rowId }) => (ids.has(rowId) ? [[rowId, key] as const] : []))),
  );
}

/** The rows of the list. `turned` holds groups that the person turned against how they start. */
export function listRows(groups: readonly PlanGroup[], turned: ReadonlySet<string>): PlanListRow[] {
  const many = groups.reduce((sum, each) => sum + each.listed.length, 0) > FOLD_ABOVE;
  return groups.flatMap((each) => {
    const startsFolded = many && each.kind === "section";
    const folded = startsFolded !== turned.has(each.key);
    const head: PlanListRow = { kind: "group", key: each.key, group: each, folded };
    if (folded) return [head];
    return [
      head,
      ...each.listed.map((row) => ({ kind: "row" as const, key: `row:${row.rowId}`, row, group: each.kind })),
    ];
  });
}

/** Puts changed rows into the plan; rows it does not know yet come at the end. */
export function mergeRows(plan: DropPlan, changed: readonly PlanRow[], ready: boolean = plan.ready): DropPlan {
  const byId = new Map(changed.map((row) => [row.rowId, row]));
  const rows = plan.rows.map((row) => {
    const next = byId.get(row.rowId);
    byId.delete(row.rowId);
    return next ?? row;
  });
  return { ...plan, rows: [...rows, ...byId.values()], ready };
}

/** The sections to offer in a row: those of the page and those chosen for other rows. Each is spelled in one way. */
export function sectionChoices(plan: Pick<DropPlan, "sections" | "rows">): string[] {
  return [...new Set([...plan.sections, ...plan.rows.flatMap((row) => row.section ?? [])])].sort(byNumber.compare);
}

/** The rows that would be one document: equal names in one section, the row itself first. */
export function sameNames(rows: readonly PlanRow[], row: PlanRow): PlanRow[] {
  const same = (other: PlanRow) => other.section === row.section && other.nameKey === row.nameKey;
  return [row, ...rows.filter((other) => other.rowId !== row.rowId && same(other))];
}

/** Rows whose name the service refuses and for which there is a safe one. */
export function withSafeName(rows: readonly PlanRow[]): PlanRow[] {
  return rows.filter((row) => row.what === "nameRefused" && row.safeName !== null);
}

/** Rows whose section a synced folder keeps, by folder; `ready` could be put into it now. */
export type IntoFolder = { folder: NonNullable<PlanRow["syncedFolder"]>; rows: PlanRow[]; ready: PlanRow[] };

/** What goes to sections of synced folders, a folder each, in the order of the rows. */
export function intoFolders(rows: readonly PlanRow[]): IntoFolder[] {
  const found = new Map<string, IntoFolder>();
  for (const row of rows) {
    const folder = row.syncedFolder;
    if (folder === null || row.what === "alreadyThere") continue;
    const of = found.get(folder.id) ?? { folder, rows: [], ready: [] };
    found.set(folder.id, of);
    of.rows.push(row);
    const whole = !row.stillSaving && row.what !== "unreadable" && row.what !== "nameRefused";
    if (whole && row.what !== "sameNameTwice") of.ready.push(row);
  }
  return [...found.values()];
}
