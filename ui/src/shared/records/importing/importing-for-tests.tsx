/** An import of users that was checked, as its tests open it. */

import { screen } from "@testing-library/react";
import { answersOf, open, report, row } from "../../../features/users/users-for-tests";
import type { ImportPlan, ImportRow, ImportTotals } from "../../../ipc";
import type { Answers } from "../../testing/bridge";
import { importRow } from "./rows-for-tests";

const source = {
  name: "folk.xlsx",
  encoding: null,
  separator: null,
  sheet: "Sheet1",
  sheets: ["Sheet1"],
  headingRow: 1,
};
const columns = ["employeeNumber", "workTitle", "department"].map((field, index) => ({
  index,
  heading: field,
  field,
  unused: null,
  samples: ["x"],
}));
const totals: ImportTotals = {
  rows: 4,
  create: 0,
  update: 1,
  unchanged: 3,
  bad: 0,
  values: 1,
  changedSince: 2,
  onlyChangedSince: 1,
  falls: 0,
};
/** Plan of the file, by default with one row that changes a user. */
export const plan = (exportedAt: string | null, more: Partial<ImportTotals>): ImportPlan => ({
  planId: "p",
  source: { ...source, decimals: "unknown" },
  columns,
  missing: [],
  exportedAt,
  totals: { ...totals, ...more },
});
const planned = (number: number, more: Partial<ImportRow>) =>
  importRow(number, { name: "Kari", action: "unchanged", id: `p${1000 + number}`, ...more });
const title = { field: "workTitle", old: "theirs", new: "mine", exported: "before" };
const rows = [
  planned(2, { changedSince: [title] }),
  planned(3, {
    action: "update",
    cells: [{ field: "department", old: "VA", new: "Fjell" }],
    changedSince: [title],
  }),
  planned(4, {}),
  planned(5, {}),
];

/** Users that are there, and in the file. */
export const known = [row("1002", "Kari"), row("1003", "Ola")];

/** Shows the rows of a file, by default one that changes a user and was exported before two of them were changed. */
export async function check(exportedAt: string | null, more: Partial<ImportTotals> = {}, answers: Answers = {}) {
  const shown = await open(
    {
      ...answersOf(known),
      pickImportFile: { fileId: "f", name: "folk.xlsx" },
      lookImport: { source: { ...source, decimals: "unknown" }, columns, missing: [] },
      planImport: plan(exportedAt, more),
      importRows: rows,
      applyImport: report("import", ...known),
      ...answers,
    },
    "/users/import",
  );
  await shown.user.click(screen.getByRole("button", { name: "Choose a file…" }));
  await shown.user.click(await screen.findByRole("button", { name: "Check the rows" }));
  return shown;
}
