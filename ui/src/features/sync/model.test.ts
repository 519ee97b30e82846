import { describe, expect, it } from "vitest";
import type { FileView, FolderEvent, Shown, SyncedFolder } from "../../ipc";
import { beginsDay } from "../../shared/by-day";
import { pauseUntil } from "../../shared/pause-until";
import { folderNamed, office } from "../../shared/testing/recorded";
import { found, linesOf, rowsOf } from "./activity/lines";
import {
  actOf,
  byCause,
  chipCount,
  commonSection,
  decisions,
  fileState,
  firstTab,
  movingOf,
  nameOf,
  needsOf,
  pausedUntil,
  revision,
  worstFirstOf,
} from "./model";

const { folders } = office.folders;
const names = {
  va: "Tegninger VA",
  stikning: "Stikningsdata Tengesdal",
  rigg: "Riggplaner Mölndal",
  armering: "Armering bru",
  modeller: "Modeller skole",
  deponi: "Deponi Retvet",
  hms: "HMS felles",
};
const of = (key: keyof typeof names): SyncedFolder => folderNamed(office, names[key]);

describe("a pause", () => {
  it("of a folder and of all goes until the later one, or until somebody resumes", () => {
    const [seven, eight] = ["2026-11-27T07:00:00Z", "2026-11-27T08:00:00Z"];
    const folder = (until: string | null) => ({ paused: { until } });
    expect(pausedUntil({ paused: null }, null)).toBeNull();
    expect(pausedUntil({ paused: null }, { until: seven })).toBe(seven);
    expect(pausedUntil(folder(seven), null)).toBe(seven);
    expect(pausedUntil(folder(seven), { until: eight })).toBe(eight);
    expect(pausedUntil(folder(null), { until: eight })).toBeNull();
  });
});

describe("the list of folders", () => {
  it("is sorted worst first", () => {
    expect(worstFirstOf([...folders].reverse()).map(({ state }) => state)).toEqual([
      "needsDecision",
      "needsDecision",
      "offline",
      "waiting",
      "waiting",
      "paused",
      "inStep",
    ]);
  });

  it("has one fitting act for each state", () => {
    const acts = (Object.keys(names) as (keyof typeof names)[]).map((key) => [key, actOf(of(key))]);
    expect(Object.fromEntries(acts)).toEqual({
      va: "review",
      stikning: "review",
      rigg: "find",
      armering: "show",
      modeller: "show",
      deponi: "resume",
      hms: "verify",
    });
  });

  it("pauses a folder that is being synced", () => {
    expect(actOf({ ...of("modeller"), state: "working", reason: "notLookedYet" })).toBe("pause");
  });

  it("looks again where the service is away, and looks for a folder that is away", () => {
    expect(actOf({ ...of("rigg"), reason: "offline" })).toBe("compare");
    expect(actOf({ ...of("rigg"), reason: "subfolderAway" })).toBe("take");
    expect(actOf({ ...of("va"), conflicts: 0, gone: 0, reason: "projectClosed" })).toBe("review");
  });

  it("counts deletes that wait as one decision, and a closed project as one", () => {
    expect([decisions(of("va")), decisions(of("stikning"))]).toEqual([6, 1]);
    expect(decisions({ ...of("va"), conflicts: 0, gone: 0 })).toBe(1);
    expect(decisions(of("hms"))).toBe(0);
    const renamed = { ...of("va"), conflicts: 0, gone: 124, renamed: 3, damaged: 60 };
    expect(decisions(renamed), "new names, deletes and damaged files are one each").toBe(3);
    expect(decisions({ ...renamed, renamed: 124 })).toBe(2);
    expect(needsOf({ folders })).toMatchObject({
      decisions: 7,
      folders: [{ name: names.stikning }, { name: names.va }],
    });
  });

  it("sums the bytes that move", () => {
    const progress = { filesDone: 1, filesTotal: 4, bytesDone: 10, bytesTotal: 40 };
    expect(movingOf([of("hms"), { ...of("va"), progress }, { ...of("modeller"), progress }])).toEqual({
      done: 20,
      total: 80,
    });
    expect(movingOf([of("hms")])).toBeNull();
  });

  it("puts the number that belongs to the state on the chip", () => {
    expect([chipCount(of("va")), chipCount(of("armering")), chipCount(of("hms"))]).toEqual([6, 2, undefined]);
  });

  it("opens the list that a count counts", () => {
    const unsettled = { ...of("va"), conflicts: 0, gone: 0, unsettled: 2 };
    expect([decisions(unsettled), chipCount(unsettled), firstTab(unsettled)]).toEqual([2, 2, "needs"]);
    const closed = { ...of("hms"), state: "needsDecision" as const, reason: "projectClosed" };
    expect([decisions(closed), chipCount(closed), firstTab(closed)]).toEqual([1, 1, "needs"]);
    const failed = { ...of("armering"), state: "failed" as const, failed: 3, notUploaded: 5 };
    expect([chipCount(failed), failed.notUploaded, firstTab(failed)]).toEqual([3, 5, "waiting"]);
  });

  it("opens a folder on its worst tab", () => {
    expect([firstTab(of("va")), firstTab(of("armering")), firstTab(of("hms"))]).toEqual(["needs", "waiting", "files"]);
  });

  it("reads nothing again for progress alone", () => {
    const folder = of("modeller");
    const further = {
      ...folder,
      inStep: 90,
      progress: { filesDone: 90, filesTotal: 112, bytesDone: 1, bytesTotal: 2 },
    };
    expect(revision(further)).toBe(revision(folder));
    expect(revision({ ...folder, conflicts: 1 })).not.toBe(revision(folder));
  });
});

describe("a file", () => {
  const file: Shown<FileView> = {
    section: "VA",
    name: "a.pdf",
    shownName: "a.pdf",
    state: "inStep",
    reason: "",
    detail: null,
    fileReferenceId: "r1",
    sent: "2026-11-20T12:00:00Z",
    listed: true,
    verified: null,
  };

  it("is sent, listed or verified: three states", () => {
    expect(fileState(file)).toBe("listed");
    expect(fileState({ ...file, listed: false })).toBe("sent");
    expect(fileState({ ...file, verified: "2026-11-20T13:00:00Z" })).toBe("verified");
    expect(fileState({ ...file, fileReferenceId: null, listed: false })).toBe("ignored");
    expect(fileState({ ...file, state: "waiting" })).toBe("waiting");
  });
});

describe("what happened", () => {
  const event = (id: number, kind: FolderEvent["kind"], at: string, folder = "va"): FolderEvent => ({
    ...{ id, at, folder, target: null, folderName: folder, kind },
    ...{ shownName: `${id}.pdf`, section: "VA", by: "Kari", detail: "" },
  });

  it("is one line by cause, not one a file, until a minute passes", () => {
    const lines = byCause([
      event(6, "uploaded", "2026-11-20T12:05:00Z"),
      event(5, "replaced", "2026-11-20T12:04:40Z"),
      event(4, "uploaded", "2026-11-20T12:04:10Z"),
      event(3, "uploaded", "2026-11-20T12:03:20Z"),
      event(2, "uploaded", "2026-11-20T12:03:10Z", "hms"),
      event(1, "uploaded", "2026-11-20T12:02:20Z"),
    ]);
    expect(lines.map(({ kind, folder, events }) => [kind, folder, events.length])).toEqual([
      ["replaced", "va", 1],
      ["uploaded", "va", 3],
      ["uploaded", "hms", 1],
      ["uploaded", "va", 1],
    ]);
  });

  it("keeps each act of a person, and the place and time of what grows", () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
    const acts = (["paused", "resumed", "paused", "resumed"] as const).map((kind, number) =>
      event(number + 1, kind, at(number)),
    );
    const said = (events: FolderEvent[]) => byCause(events).map((line) => [line.kind, line.events.length, line.at]);
    expect(said(acts.toReversed())).toEqual([
      ["resumed", 1, at(3)],
      ["paused", 1, at(2)],
      ["resumed", 1, at(1)],
      ["paused", 1, at(0)],
    ]);
    const three = [1, 2, 3].map((id) => event(id, "resolved", at(0)));
    const two = [4, 5].map((id) => event(id, "resolved", at(20)));
    expect(said([...three, ...two].toReversed())).toEqual([
      ["resolved", 2, at(20)],
      ["resolved", 3, at(0)],
    ]);
    const run = [event(1, "uploaded", at(0)), event(2, "replaced", at(10)), event(3, "uploaded", at(40))];
    expect(said(run.toReversed())).toEqual([
      ["replaced", 1, at(10)],
      ["uploaded", 2, at(0)],
    ]);
    const paused = [event(1, "uploaded", at(0)), event(2, "paused", at(10)), event(3, "uploaded", at(20))];
    expect(said(paused.toReversed()).map(([kind]) => kind)).toEqual(["uploaded", "paused", "uploaded"]);
  });

  it("names both names of a file that was renamed, in the list, the search and the table", () => {
    const renamed = {
      ...event(1, "renamed", "2026-11-20T12:00:00Z"),
      shownName: "A-101.pdf",
      detail: "A-101 rev B.pdf",
    };
    expect(nameOf(renamed)).toBe("A-101.pdf → A-101 rev B.pdf");
    expect(nameOf({ ...renamed, kind: "uploaded" })).toBe("A-101.pdf");
    const lines = linesOf([renamed], { machines: [], users: [] });
    expect(found(lines, "rev b", () => "").map(({ key }) => key)).toEqual(["event/1"]);
    const table = rowsOf(
      lines,
      () => "1 renamed or moved",
      (at) => at,
    );
    expect(table.map((row) => row[3])).toEqual(["A-101.pdf → A-101 rev B.pdf"]);
  });

  it("stands under its day", () => {
    const items = [{ at: "2026-11-20T12:00:00" }, { at: "2026-11-20T09:00:00" }, { at: "2026-11-19T23:59:00" }];
    expect(items.map((_, place) => beginsDay(items, place))).toEqual([true, false, true]);
  });
});

it("names the section that most of the gone files are from", () => {
  const files = [{ section: "Uke 46" }, { section: "Uke 46" }, { section: "Uke 45" }];
  expect(commonSection(files)).toEqual({ section: "Uke 46", count: 2 });
  expect(commonSection([{ section: "a" }, { section: "b" }])).toBeNull();
  expect(commonSection([])).toBeNull();
});

it("pauses for an hour, until tomorrow at seven, or until somebody goes on", () => {
  const now = new Date(2026, 10, 20, 15, 30);
  expect(pauseUntil("hour", now)).toBe(new Date(2026, 10, 20, 16, 30).toISOString());
  expect(pauseUntil("tomorrow", now)).toBe(new Date(2026, 10, 21, 7, 0).toISOString());
  expect(pauseUntil("untilResumed", now)).toBeNull();
});
