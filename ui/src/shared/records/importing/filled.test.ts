import { expect, it } from "vitest";
import type { ImportColumn } from "../../../ipc";
import { filledBy } from "./filled";
import { importRow } from "./rows-for-tests";

const column = (index: number, heading: string, field: string | null): ImportColumn => ({
  index,
  heading,
  field,
  unused: null,
  samples: [],
});
const fields = { own: ["machineNumber", "name"], isKnown: () => true };
const columns = [
  column(0, "Nr", "machineNumber"),
  column(1, "Timer", "hourMeter"),
  column(2, "Farge", null),
  column(3, "Avd", "department"),
];
const row = importRow(2, { cells: [{ field: "hourMeter", old: 1, new: 2 }] });

it("only the fields that change stand as columns, with the headings of the file", () => {
  expect(filledBy(fields, columns, [row], true)).toEqual([{ field: "hourMeter", heading: "Timer" }]);
});

it("all fields that the file fills stand as columns where that is wanted", () => {
  expect(filledBy(fields, columns, [row], false).map(({ heading }) => heading)).toEqual(["Timer", "Avd"]);
});

it("a field that changed since the export is one that changes", () => {
  const department = { field: "department", old: "VA", new: "Fjell", exported: "Masse" };
  const since = importRow(2, { changedSince: [department] });
  expect(filledBy(fields, columns, [since], true)).toEqual([{ field: "department", heading: "Avd" }]);
});
