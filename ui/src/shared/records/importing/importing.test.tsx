import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { report } from "../../../features/users/users-for-tests";
import { FailureError, type ImportOptions, type ImportShow } from "../../../ipc";
import { useUndoStore } from "../../undo/store";
import { check, known, plan } from "./importing-for-tests";
import { importReason, importRow } from "./rows-for-tests";

const reason = importReason("employeeNumber", { code: "unknownNumber", params: { number: "1006" } });
const unknown = importRow(6, { action: "bad", reasons: [reason] });

it("with nothing to import, neither the button nor its keys do anything", async () => {
  const { user, bridge } = await check(null, { update: 0, unchanged: 4 });
  expect(await screen.findByRole("button", { name: "Import 0 rows" })).toBeDisabled();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(bridge.calls("applyImport")).toEqual([]);
});

it("an import that is undone from its result is not offered to be undone again", async () => {
  const { user, bridge } = await check(null, {}, { revertBatch: report("revert", ...known) });
  await user.click(await screen.findByRole("button", { name: "Import 1 row" }));
  const toasts = within(screen.getByRole("region", { name: "Just done" }));
  expect(await toasts.findByText(/imported/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo the whole import" }));
  expect(await toasts.findByText(/undone/)).toBeVisible();
  expect(toasts.queryByText(/imported/)).toBeNull();
  await user.keyboard("{Control>}z{/Control}");
  expect(bridge.calls("revertBatch")).toHaveLength(1);
});

it("the key pressed twice imports once, and the result can be undone", async () => {
  let end = () => {};
  const applied = new Promise<ReturnType<typeof report>>((done) => {
    end = () => done(report("import", ...known));
  });
  const { user, bridge } = await check(null, {}, { applyImport: () => applied });
  await screen.findByRole("button", { name: "Import 1 row" });
  await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
  expect(bridge.calls("applyImport")).toHaveLength(1);
  end();
  expect(await screen.findByRole("button", { name: "Undo the whole import" })).toBeVisible();
});

it("Ctrl Z on the result undoes the import also after its toast is gone", async () => {
  const { user, bridge } = await check(null, {}, { revertBatch: report("revert", ...known) });
  await user.click(await screen.findByRole("button", { name: "Import 1 row" }));
  await screen.findByRole("button", { name: "Undo the whole import" });
  act(() => useUndoStore.setState({ toasts: [] }));
  await user.keyboard("{Control>}z{/Control}");
  expect(bridge.calls("revertBatch")).toHaveLength(1);
  expect(await screen.findByText(/undone/)).toBeVisible();
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Nothing to undo.")).toBeVisible();
});

it("rows that the sheet hides and characters that cannot be seen are told in a sentence each", async () => {
  await check(null, { hidden: 2, cleaned: 1 });
  expect(await screen.findByText(/^2 rows are hidden in the sheet/)).toBeVisible();
  expect(screen.getByText(/^1 number has invisible characters/)).toBeVisible();
});

it("creates the one row whose number is unknown, where the file has what a new record needs", async () => {
  const { user, bridge } = await check(null, { bad: 1 }, { importRows: [unknown], discardImport: null });
  await user.click(await screen.findByRole("button", { name: "Create 1006" }));
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.map(([, , options]) => options.createRows)).toEqual([[], [6]]);
});

it("asks before a row makes another person of a user, and takes the answer back", async () => {
  const another = importReason("employeeNumber", { code: "anotherPerson", params: { name: "Ingrid Åsen" } });
  const row = importRow(6, { action: "bad", reasons: [another] });
  let plans = 0;
  const planImport = () => ({ ...plan(null, { bad: 1 }), planId: `p${plans++}` });
  const { user, bridge } = await check(null, {}, { importRows: [row], discardImport: null, planImport });
  expect(await screen.findByText(/Another person\? The number belongs to Ingrid Åsen/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change to this person" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(bridge.calls("planImport")).toHaveLength(3));
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.map(([, , options]) => options.otherPersonRows)).toEqual([[], [6], []]);
});

it("chooses the supervisor among the users who have the name", async () => {
  const several = importReason("immediateSupervisors", {
    code: "severalPersons",
    params: { text: "Ola Ødegård", count: "2" },
    choices: [
      { text: "1002*; 1007", label: "1007 Ola Ødegård" },
      { text: "1002*; 1020", label: "1020 Ola Ødegård" },
    ],
  });
  const row = importRow(6, { action: "bad", reasons: [several] });
  const { user, bridge } = await check(null, { bad: 1 }, { importRows: [row], discardImport: null });
  expect(await screen.findByText(/2 users match “Ola Ødegård”\. Choose one/)).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Choose a user" }));
  await user.click(await screen.findByRole("option", { name: "1020 Ola Ødegård" }));
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.at(-1)?.[2].repairs).toEqual([{ row: 6, field: "immediateSupervisors", text: "1002*; 1020" }]);
});

it("each row begins with what stays in sight: its place in the file, its number and its name", async () => {
  const bad = importRow(7, { action: "bad", name: "Ola Berg", reasons: [importReason("department")] });
  const changed = importRow(6, { name: "Kari Berg", cells: [{ field: "department", old: "2", new: "1" }] });
  await check(null, { bad: 1 }, { importRows: [changed, bad] });
  await screen.findByText("Ola Berg");
  const texts = screen.getAllByRole("row").map((row) => [...row.querySelectorAll("td, th")].slice(0, 3));
  const begin = texts.filter((cells) => cells.length === 3).map((cells) => cells.map((cell) => cell.textContent));
  expect(begin).toEqual([
    ["Row", "Employee number", "Name"],
    ["7", "1007", "Ola Berg"],
    ["6", "1006", "Kari Berg"],
  ]);
});

it("reads the file again from the row of headings that is chosen, and has words for a file that is none", async () => {
  const refused = {
    ...{
      kind: "refused" as const,
      message: "The file cannot be imported.",
      fix: "",
      status: null,
      code: null,
      field: null,
    },
    params: { table: "unclosedQuote", row: "3" },
  };
  const planImport = () => {
    throw new FailureError(refused);
  };
  const { user, bridge } = await check(null, {}, { planImport });
  expect(await screen.findByText(/^Row 3: a quotation mark/)).toBeVisible();
  expect(screen.queryByText(/server/)).toBeNull();
  const heading = screen.getByLabelText("Row of the headings");
  await user.clear(heading);
  await user.type(heading, "4{Enter}");
  const looked = bridge.calls("lookImport") as [string, string, ImportOptions][];
  expect(looked.at(-1)?.[2].headingRow).toBe(4);
});

it("points out a value that only grows and is lower than before", async () => {
  const department = { field: "department", old: "2", new: "1" };
  const falling = importRow(6, { cells: [department], falls: ["department"] });
  const rows = [falling, importRow(7, { cells: [department] })];
  const importRows = (_: string, show: ImportShow) => (show === "falls" ? [falling] : rows);
  const { user } = await check(null, { rows: 2, update: 2, falls: 1 }, { importRows });
  const line = (number: string) => within(screen.getByRole("row", { name: new RegExp(` ${number} `) }));
  await screen.findByRole("row", { name: / 1006 / });
  expect(await line("1006").findByText("Lower than before")).toBeVisible();
  expect(line("1007").queryByText("Lower than before")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Lower than before\s?1$/ }));
  await waitFor(() => expect(screen.queryByRole("row", { name: / 1007 / })).toBeNull());
  expect(line("1006").getByText("Lower than before")).toBeVisible();
});

it("a file that is not compared with its export says nothing of it", async () => {
  await check(null);
  const table = await screen.findByRole("table");
  expect(within(table).getByText("1004")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Changed since/ })).toBeNull();
  expect(screen.queryByText(/^Exported from here/)).toBeNull();
});
