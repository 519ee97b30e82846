import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answersOf, open, report, row } from "../../../features/users/users-for-tests";
import type { ImportPlan, ImportRow, ImportTotals } from "../../../ipc";
import { axeFindings } from "../../testing/render";

const source = { name: "folk.xlsx", encoding: null, separator: null, sheet: "Sheet1", sheets: ["Sheet1"] };
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
};
const plan = (exportedAt: string | null): ImportPlan => ({
  planId: "p",
  source: { ...source, decimals: "unknown" },
  columns,
  missing: [],
  exportedAt,
  totals,
});
const planned = (number: number, more: Partial<ImportRow>): ImportRow => ({
  row: number,
  number: String(1000 + number),
  name: "Kari",
  action: "unchanged",
  id: `p${1000 + number}`,
  cells: [],
  changedSince: [],
  reasons: [],
  ...more,
});
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

async function check(exportedAt: string | null) {
  const known = [row("1002", "Kari"), row("1003", "Ola")];
  const shown = await open(
    {
      ...answersOf(known),
      pickImportFile: { fileId: "f", name: "folk.xlsx" },
      lookImport: { source: { ...source, decimals: "unknown" }, columns, missing: [] },
      planImport: plan(exportedAt),
      importRows: rows,
      applyImport: report("import", ...known),
    },
    "/users/import",
  );
  await shown.user.click(screen.getByRole("button", { name: "Choose a file…" }));
  await shown.user.click(await screen.findByRole("button", { name: "Check the rows" }));
  return shown;
}

it("what changed since the export stands together, is not chosen, and is applied where it is", async () => {
  const { user, bridge } = await check("2026-11-20T11:00:00Z");
  expect(await screen.findByText("2 rows were changed on the server, too, since the export")).toBeVisible();
  const pill = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}\\d`) });
  expect(pill("Changed since")).toHaveTextContent("2");
  expect(pill("Same, unchanged"), "those that changed since are no longer the same").toHaveTextContent("2");
  expect(screen.getAllByText("exported: before")).toHaveLength(2);
  expect(await axeFindings()).toEqual([]);
  const all = screen.getByRole("checkbox", { name: "Use the file’s values in all rows" });
  const apply = () => screen.getByRole("button", { name: /^Import \d/ });
  expect(apply()).toHaveTextContent("Import 1 row");
  await user.click(all);
  expect(apply()).toHaveTextContent("Import 2 rows");
  await user.click(screen.getByRole("checkbox", { name: "Use the file’s value for 1002" }));
  expect(all).toBePartiallyChecked();
  expect(apply()).toHaveTextContent("Import 1 row");
  await user.click(apply());
  expect(await screen.findByText("1 row kept what was changed on the server since the export.")).toBeVisible();
  expect(bridge.calls("applyImport")).toEqual([["p", { all: true, except: [2] }]]);
});

it("a file that is not compared with its export says nothing of it", async () => {
  await check(null);
  const table = await screen.findByRole("table");
  expect(within(table).getByText("1004")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Changed since/ })).toBeNull();
  expect(screen.queryByText(/^Exported from here/)).toBeNull();
});
