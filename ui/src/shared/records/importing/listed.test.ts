import { expect, it } from "vitest";
import type { ImportOptions } from "../../../ipc";
import { answersOf, groupRows, type Kept, linesOf, placeOf, without } from "./listed";
import { importReason, importRow } from "./rows-for-tests";

const bad = (number: number, ...fields: string[]) =>
  importRow(number, { action: "bad", reasons: fields.map((field) => importReason(field)) });
const options: ImportOptions = {
  sheet: null,
  create: false,
  createRows: [3],
  decimals: "unknown",
  columns: {},
  repairs: [
    { row: 2, field: "born", text: null },
    { row: 3, field: "born", text: "1990" },
  ],
};

it("a row is listed where it was answered", () => {
  const before = groupRows([importRow(2), bad(3, "born"), bad(4, "born")], new Map());
  const places = new Map<number, Kept>(placeOf(before, 3));
  const after = groupRows([importRow(2), importRow(3), bad(4, "born")], places);
  expect(after.bad.map((each) => [each.row, each.action])).toEqual([
    [3, "update"],
    [4, "bad"],
  ]);
  expect(groupRows([importRow(2), importRow(3)], new Map()).rest.map((each) => each.row)).toEqual([2, 3]);
});

it("of a row that the filter no longer has, only whether it has errors is known", () => {
  const places = new Map<number, Kept>([[3, { group: "bad", row: bad(3, "born") }]]);
  expect(groupRows([bad(4, "born")], places).bad).toEqual([importRow(3, { action: "unchanged" }), bad(4, "born")]);
});

it("an answer stands where its reason stood", () => {
  const [skipped] = answersOf(options, 2, "number");
  if (skipped === undefined) throw new Error("A value of row 2 is skipped.");
  const lines = linesOf(bad(2, "ends"), bad(2, "born", "ends"), [skipped]);
  expect(lines).toEqual([{ answer: skipped }, { reason: importReason("ends") }]);
});

it("each answer of a row is undone by itself", () => {
  const [used, created] = answersOf(options, 3, "number");
  expect([used, created]).toEqual([
    { kind: "used", field: "born", value: "1990" },
    { kind: "created", field: "number", value: "" },
  ]);
  if (used === undefined || created === undefined) throw new Error("Row 3 has two answers.");
  expect(without(options, 3, used)).toMatchObject({ createRows: [3], repairs: [{ row: 2 }] });
  expect(without(options, 3, created)).toEqual({ ...options, createRows: [] });
});
