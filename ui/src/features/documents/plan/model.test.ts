import { describe, expect, it } from "vitest";
import type { DropPlan, PlanRow } from "../../../ipc";
import { plan as recorded } from "../../../shared/testing/recorded";
import {
  canSend,
  FOLD_ABOVE,
  groupRows,
  intoFolders,
  listRows,
  mergeRows,
  needsChoice,
  placesOf,
  sectionChoices,
  setTicks,
  type Ticks,
  type Total,
  tickOfAll,
  toSend,
  totals,
} from "./model";

const like = recorded.rows.find(({ what }) => what === "new") as PlanRow;
let nextId = 0;
function row(more: Partial<PlanRow> = {}): PlanRow {
  nextId += 1;
  const name = more.name ?? `file ${nextId}.pdf`;
  const why = { reason: "chosen", name: null, count: null } as const;
  return { ...like, ...{ rowId: nextId, name, nameKey: name, sizeBytes: 100, section: "Documents", why }, ...more };
}
const plan = (rows: PlanRow[], sections: string[] = []): DropPlan => ({ ...recorded, rows, sections });
const none = new Map<number, boolean>();

describe("what goes where", () => {
  it("offers a folder for what goes to its sections, and only whole files of one name", () => {
    const syncedFolder = { id: "va", name: "Tegninger VA" };
    const rows = [
      row({ syncedFolder }),
      row({ syncedFolder, stillSaving: true }),
      row({ syncedFolder, what: "unreadable" }),
      row({ syncedFolder, what: "alreadyThere" }),
      row(),
    ];
    const [only] = intoFolders(rows);
    expect(only?.rows).toEqual(rows.slice(0, 3));
    expect(only?.ready).toEqual(rows.slice(0, 1));
  });
  it("sends a file that is still being saved with the others, and asks for its section like for every other", () => {
    const saving = row({ stillSaving: true });
    const homeless = row({ stillSaving: true, section: null, what: "chooseSection", ticked: false });
    expect(toSend([saving, homeless], none)).toEqual([saving]);
    expect(totals([saving, homeless], none)).toMatchObject({ new: 1, replace: 0, alreadyThere: 0, needChoice: 1 });
    expect(groupRows(plan([saving, homeless]), null, none).map(({ kind }) => kind)).toEqual(["needChoice", "section"]);
  });

  it("puts choices on top, then what cannot be sent, then a group for each section", () => {
    const rows = [
      row({ section: "Tegninger" }),
      row({ section: null, what: "chooseSection", ticked: false }),
      row({ what: "unreadable", ticked: false }),
      row({ section: "HMS" }),
    ];
    expect(groupRows(plan(rows), null, none).map((group) => group.key)).toEqual([
      "needChoice",
      "stopped",
      "section:HMS",
      "section:Tegninger",
    ]);
  });

  it("lists a changed row where it was, and counts it where it goes", () => {
    const before = [row({ section: "A", sizeBytes: 1 }), row({ section: "B", sizeBytes: 2 })];
    const places = placesOf(groupRows(plan(before), null, none), new Set([before[0]?.rowId ?? 0]));
    const look = (rows: PlanRow[], filter: Total | null) =>
      groupRows(plan(rows), filter, none, places).map((group) => [group.key, group.listed.length, group.bytes]);
    const after = before.map((each) => ({ ...each, section: "B" }));
    expect(look(after, null)).toEqual([
      ["section:A", 1, 0],
      ["section:B", 1, 3],
    ]);
    // A group that has only rows listed elsewhere would move them; a filter takes none away.
    const made = after.map((each) => ({ ...each, section: each === after[0] ? "0" : "B" }));
    expect(look(made, null).map(([key]) => key)).toEqual(["section:A", "section:B"]);
    expect(look(after, "replace")).toEqual([["section:A", 1, 0]]);
  });

  it("counts what is new, replaced, there already and to be chosen, and filters by it", () => {
    const rows = [
      row(),
      row({ what: "keepsBoth", sameName: "keepBoth" }),
      row({ what: "replaces" }),
      row({ what: "replacesSomeoneElses", ticked: false }),
      row({ what: "alreadyThere", ticked: false }),
      row({ what: "chooseSection", section: null, ticked: false }),
      row({ what: "checking" }),
    ];
    const counted = totals(rows, none);
    expect(counted).toEqual({
      new: 2,
      replace: 1,
      alreadyThere: 1,
      needChoice: 1,
      notSelected: 1,
      checking: 1,
      stopped: 0,
    });
    expect(groupRows(plan(rows), "notSelected", none).flatMap((group) => group.rows)).toHaveLength(1);
    // Whatever is ticked: each file counts once, and new and replacing ones are what is sent.
    for (const ticks of [none, setTicks(rows, none, rows, true), setTicks(rows, none, rows, false)]) {
      const sums = totals(rows, ticks);
      expect(Object.values(sums).reduce((sum, count) => sum + count)).toBe(rows.length);
      expect(sums.new + sums.replace).toBe(toSend(rows, ticks).length);
    }
  });

  it("sends what is ticked and can be sent, never a row that waits for a choice", () => {
    const open = row({ what: "chooseSection", section: null, ticked: true });
    const refused = row({ what: "nameRefused", ticked: true });
    const fine = row();
    const there = row({ what: "alreadyThere", ticked: false });
    expect(toSend([open, refused, fine, there], none)).toEqual([fine]);
    expect(
      toSend(
        [open, there],
        new Map([
          [open.rowId, true],
          [there.rowId, true],
        ]),
      ),
    ).toEqual([there]);
  });

  it("someone else's file is replaced only if the person ticks it", () => {
    const theirs = row({ what: "replacesSomeoneElses", ticked: false });
    expect(toSend([theirs], none)).toEqual([]);
    expect(toSend([theirs], setTicks([theirs], none, [theirs], true))).toEqual([theirs]);
  });

  it("of two files that are one name the chosen one leaves what needs a choice", () => {
    const rows = [
      row({ name: "Plan.pdf" }),
      row({ name: "PLAN.pdf", nameKey: "Plan.pdf", what: "sameNameTwice", ticked: false }),
    ];
    const groups = (ticks: Ticks) => groupRows(plan(rows), null, ticks).map(({ key }) => key);
    expect(groups(none)).toContain("needChoice");
    expect(groups(setTicks(rows, none, rows.slice(1), true))).not.toContain("needChoice");
  });

  it("what is newer in the project is replaced, or stays beside it, only if the person ticks it", () => {
    const saved = row({ what: "newerThere", ticked: false, replaceId: "d1" });
    const revision = row({ what: "newerThere", ticked: false });
    const rows = [saved, revision];
    expect(toSend(rows, none)).toEqual([]);
    const sums = totals(rows, setTicks(rows, none, rows, true));
    expect([sums.replace, sums.new]).toEqual([1, 1]);
  });

  it("of two files that are one name only the chosen one is sent", () => {
    const a = row({ name: "Plan.pdf", what: "sameNameTwice", ticked: false });
    const b = row({ name: "PLAN.pdf", nameKey: "Plan.pdf", what: "sameNameTwice", ticked: false });
    const rows = [a, b];
    const first = setTicks(rows, none, [a], true);
    expect(toSend(rows, first)).toEqual([a]);
    expect(toSend(rows, setTicks(rows, first, [b], true))).toEqual([b]);
  });

  it("two with this name wait until one is chosen, or until both are kept", () => {
    const two = row({ what: "twoWithThisName", ticked: false });
    expect(needsChoice(two)).toBe(true);
    expect(canSend({ ...two, replaceId: "x" })).toBe(true);
    expect(canSend({ ...two, sameName: "keepBoth" })).toBe(true);
  });

  it("the box in the head is mixed while only some are ticked, and ignores rows that cannot go", () => {
    const rows = [row(), row({ ticked: false }), row({ what: "unreadable" })];
    expect(tickOfAll(rows, none)).toBe("some");
    expect(tickOfAll(rows, setTicks(rows, none, rows, true))).toBe("all");
    expect(tickOfAll(rows, setTicks(rows, none, rows, false))).toBe("none");
  });

  it("starts with folded sections for very many files, and shows choices all the same", () => {
    const rows = [
      row({ what: "chooseSection", section: null }),
      ...Array.from({ length: FOLD_ABOVE }, () => row({ section: "S" })),
    ];
    const groups = groupRows(plan(rows), null, none);
    expect(listRows(groups, new Set())).toHaveLength(3);
    expect(listRows(groups, new Set(["section:S"]))).toHaveLength(3 + FOLD_ABOVE);
  });

  it("takes in rows as they become known and keeps their order", () => {
    const [a, b, c] = [row(), row({ what: "checking" }), row()];
    const merged = mergeRows(plan([a, b]), [{ ...b, what: "replaces" }, c], true);
    expect(merged.rows.map((each) => each.what)).toEqual(["new", "replaces", "new"]);
  });

  it("offers each section once, also one that was just made for another row", () => {
    const made = plan([row({ section: "Uke 48" }), row({ section: "HMS" })], ["HMS", "Documents"]);
    expect(sectionChoices(made)).toEqual(["Documents", "HMS", "Uke 48"]);
  });
});
