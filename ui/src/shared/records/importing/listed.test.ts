import { expect, it } from "vitest";
import type { ImportOptions, ImportReason, ImportRow } from "../../../ipc";
import { answersOf, groupRows, type Kept, linesOf, placeOf, without } from "./listed";

const reason = (field: string): ImportReason => ({
  field,
  heading: field,
  code: "notDate",
  message: "",
  params: {},
  suggestion: null,
});
const row = (number: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  number: String(number),
  name: null,
  action: "update",
  id: null,
  cells: [],
  falls: [],
  changedSince: [],
  reasons: [],
  ...more,
});
const bad = (number: number, ...fields: string[]) => row(number, { action: "bad", reasons: fields.map(reason) });
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
  const before = groupRows([row(2), bad(3, "born"), bad(4, "born")], new Map());
  const places = new Map<number, Kept>(placeOf(before, 3));
  const after = groupRows([row(2), row(3), bad(4, "born")], places);
  expect(after.bad.map((each) => [each.row, each.action])).toEqual([
    [3, "update"],
    [4, "bad"],
  ]);
  expect(groupRows([row(2), row(3)], new Map()).rest.map((each) => each.row)).toEqual([2, 3]);
});

it("of a row that the filter no longer has, only whether it has errors is known", () => {
  const places = new Map<number, Kept>([[3, { group: "bad", row: bad(3, "born") }]]);
  expect(groupRows([bad(4, "born")], places).bad).toEqual([row(3, { action: "unchanged" }), bad(4, "born")]);
});

it("an answer stands where its reason stood", () => {
  const [skipped] = answersOf(options, 2, "number");
  if (skipped === undefined) throw new Error("A value of row 2 is skipped.");
  const lines = linesOf(bad(2, "ends"), bad(2, "born", "ends"), [skipped]);
  expect(lines).toEqual([{ answer: skipped }, { reason: reason("ends") }]);
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
