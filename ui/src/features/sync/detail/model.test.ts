import { describe, expect, it } from "vitest";
import type { ConflictRemote, FileView, FolderConflict, Shown } from "../../../ipc";
import { alike, byHandAt, caseGroups, choicesOf, chosenIn, larger, movedTogether, theirsName } from "./model";

const base: FolderConflict = {
  section: "VA",
  name: "a.pdf",
  shownName: "a.pdf",
  reason: "bothChanged",
  local: { bytes: 100, modifiedAt: "2026-11-20T12:00:00Z", collidesWith: null, wasInProject: false },
  remote: [
    { fileReferenceId: "r1", shownName: "a.pdf", bytes: 80, fetchedAt: null, ours: false, uploadedByHand: null },
  ],
  agreedAt: null,
  deletedByHand: null,
};
const notRead: ConflictRemote = {
  ...{ fileReferenceId: "r", shownName: "a", bytes: null, fetchedAt: null, ours: false, uploadedByHand: null },
};
const labels = (conflict: FolderConflict) => choicesOf(conflict).map(({ keep, label }) => `${keep}: ${label}`);

describe("who made a conflict", () => {
  const theirs: ConflictRemote = { ...notRead, fileReferenceId: "r2" };

  it("is not known of somebody else's document", () => {
    expect(byHandAt(base)).toBeNull();
  });

  it("is this computer where its document was uploaded by hand, and not the one that was before", () => {
    const [at, before] = ["2026-11-20T13:00:00Z", "2026-11-20T11:00:00Z"];
    const ours = { ...theirs, ours: true, uploadedByHand: before };
    expect(byHandAt({ ...base, remote: [ours, { ...theirs, uploadedByHand: at }] })).toBe(at);
    expect(byHandAt({ ...base, remote: [ours, { ...theirs, uploadedByHand: null }] })).toBeNull();
    expect(byHandAt({ ...base, remote: [ours] })).toBeNull();
  });

  it("is this computer where it was deleted by hand", () => {
    const at = "2026-11-20T13:00:00Z";
    expect(byHandAt({ ...base, reason: "deletedElsewhere", remote: [], deletedByHand: at })).toBe(at);
  });
});

describe("the choices of a conflict", () => {
  const twins = { reason: "duplicateNames" } as const;
  it.each<[string, Partial<FolderConflict>, string[]]>([
    ["three where both sides are there", {}, ["local: local", "remote: remote", "both: both"]],
    [
      "to put back or to leave off what others removed",
      { reason: "deletedElsewhere", remote: [] },
      ["local: uploadAgain", "remote: deleteMine"],
    ],
    [
      "to take off or to take over what we removed and others replaced",
      { reason: "replacedElsewhere", local: null },
      ["local: deleteRemote", "remote: remote"],
    ],
    ["ours or all of several with one name", twins, ["local: local", "both: both"]],
    ["none of duplicates without ours: each has its own button", { ...twins, local: null }, []],
    ["none for names that are one: a person renames", { reason: "nameCollision" }, []],
  ])("are %s", (_, change, choices) => {
    expect(labels({ ...base, ...change })).toEqual(choices);
  });
});

it("the same word is offered only for conflicts of the same kind", () => {
  const same = { ...base, name: "b.pdf" };
  const gone = { ...base, name: "c.pdf", local: null };
  const other = { ...base, name: "d.pdf", reason: "firstContact" as const };
  expect(alike(base, [base, same, gone, other])).toEqual([same]);
  const clash = { ...base, reason: "nameCollision" as const };
  expect(alike(clash, [clash, { ...clash, name: "x" }])).toEqual([]);
});

it("the queue is grouped by cause, and what is gone is one case at its end", () => {
  const gone = {
    of: 9,
    guard: false,
    renamed: [],
    files: [{ section: "", name: "x", shownName: "x" } as Shown<FileView>],
  };
  const conflicts = [{ ...base, reason: "duplicateNames" as const }, base, { ...base, name: "b.pdf" }];
  const groups = caseGroups({ conflicts, gone, damaged: undefined, unsettled: [], stopped: false });
  expect(groups.map(({ name, cases }) => [name, cases.length])).toEqual([
    ["bothChanged", 2],
    ["duplicateNames", 1],
    ["deleted", 1],
  ]);
  expect(
    caseGroups({ conflicts: [], gone: { ...gone, files: [] }, damaged: undefined, unsettled: [], stopped: false }),
  ).toEqual([]);
});

it("what stops a folder comes first, and each file that keeps changing is a case", () => {
  const file = (name: string) => ({ section: "", name, shownName: name }) as Shown<FileView>;
  const unsettled = [file("a.log"), file("b.log")];
  const open = { conflicts: [base], gone: undefined, damaged: undefined, unsettled, stopped: true };
  expect(caseGroups(open).map(({ name, cases }) => [name, cases.length])).toEqual([
    ["stopped", 1],
    ["bothChanged", 1],
    ["unsettled", 2],
  ]);
});

it("new names are one case beside what was deleted, and damaged files come first", () => {
  const moved = { section: "VA", name: "a.pdf", shownName: "a.pdf", toSection: "VA", shownToName: "A-101.pdf" };
  const gone = { of: 9, guard: false, files: [], renamed: [moved, { ...moved, name: "b.pdf" }] };
  const file = { section: "VA", name: "c.pdf", shownName: "c.pdf", bytes: 0, damage: "empty" as const };
  const damaged = { of: 60, files: [file] };
  const groups = caseGroups({ conflicts: [base], gone, damaged, unsettled: [], stopped: false });
  expect(groups.map(({ name, cases }) => [name, cases.length])).toEqual([
    ["damaged", 1],
    ["bothChanged", 1],
    ["renamed", 1],
  ]);
});

it("files that keep their names and change the section together are shown by their sections", () => {
  const moved = { section: "VA", name: "a.pdf", shownName: "a.pdf", toSection: "VA nord", shownToName: "a.pdf" };
  expect(movedTogether([moved, { ...moved, shownName: "b.pdf", shownToName: "b.pdf" }])).toEqual({
    from: "VA",
    into: "VA nord",
  });
  for (const other of [{ shownToName: "A-101.pdf" }, { toSection: "Veg" }, { section: "Veg" }])
    expect(movedTogether([moved, { ...moved, ...other }])).toBeNull();
  expect(movedTogether([{ ...moved, toSection: "VA" }])).toBeNull();
});

it("a copy of theirs keeps the extension", () => {
  expect(theirsName("HA-201 Plan.pdf")).toEqual({ stem: "HA-201 Plan", extension: ".pdf" });
  expect(theirsName(".profile")).toEqual({ stem: ".profile", extension: "" });
});

it("says how much larger ours is only where theirs is known", () => {
  expect(larger(base)).toBe(20);
  expect(larger({ ...base, remote: [notRead] })).toBeNull();
  expect(larger({ ...base, local: null })).toBeNull();
});

describe("the choice in a line of the log", () => {
  const chosen = (keep: string, reason: string) => chosenIn(JSON.stringify({ keep, reason }));

  it("is what its button said", () => {
    expect(chosen("remote", "replacedElsewhere")).toBe("remote");
    expect(chosen("both", "bothChanged")).toBe("both");
    expect(chosen("local", "deletedElsewhere")).toBe("uploadAgain");
    expect(chosen("remote", "deletedElsewhere")).toBe("deleteMine");
    expect(chosen("remote", "duplicateNames")).toBe("newest");
  });

  it("is none where the line has no choice", () => {
    for (const detail of ["", "57", "null", "{", '{"keep":"all"}']) expect(chosenIn(detail)).toBeNull();
  });
});
