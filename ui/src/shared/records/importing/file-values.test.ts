import { describe, expect, it } from "vitest";
import type { ImportRow, ImportTotals } from "../../../ipc";
import { counted, sent, serverValues, toggled, usesFile } from "./file-values";
import { importRow } from "./rows-for-tests";

const totals: ImportTotals = {
  rows: 9,
  create: 0,
  update: 3,
  unchanged: 6,
  bad: 0,
  values: 3,
  changedSince: 4,
  onlyChangedSince: 3,
  falls: 0,
};
const row = (number: number, action: ImportRow["action"]) => importRow(number, { action });

describe("the choice of the file's values", () => {
  it("is nobody's before it is made", () => {
    expect(usesFile(serverValues, 2)).toBe(false);
    expect(counted(serverValues, totals)).toEqual({ rows: 0, only: 0 });
    expect(sent(serverValues)).toEqual({ all: false, except: [] });
  });

  it("is made row by row, and taken back", () => {
    const two = toggled(toggled(serverValues, row(2, "unchanged")), row(3, "update"));
    expect([2, 3, 4].map((each) => usesFile(two, each))).toEqual([true, true, false]);
    expect(counted(two, totals)).toEqual({ rows: 2, only: 1 });
    expect(counted(toggled(two, row(2, "unchanged")), totals)).toEqual({ rows: 1, only: 0 });
  });

  it("is made for all rows, but for some", () => {
    const all = { all: true, except: new Map<number, boolean>() };
    expect(counted(all, totals)).toEqual({ rows: 4, only: 3 });
    const most = toggled(all, row(2, "unchanged"));
    expect([2, 3].map((each) => usesFile(most, each))).toEqual([false, true]);
    expect(counted(most, totals)).toEqual({ rows: 3, only: 2 });
    expect(sent(most)).toEqual({ all: true, except: [2] });
  });
});
