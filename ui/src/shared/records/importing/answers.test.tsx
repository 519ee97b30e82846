import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ImportOptions, ImportReason, ImportRow } from "../../../ipc";
import type { Answers } from "../../testing/bridge";
import { axeFindings } from "../../testing/render";
import { check, plan } from "./importing-for-tests";
import { importReason, importRow } from "./rows-for-tests";

const tooLong = importReason("workTitle", { code: "tooLong", params: { longest: "5" } });
const row = (number: number, more: Partial<ImportRow> = {}) =>
  importRow(number, { action: "bad", reasons: [tooLong], ...more });
const good: Partial<ImportRow> = {
  action: "update",
  reasons: [],
  cells: [{ field: "department", old: "VA", new: "Fjell" }],
};

/** A file of three rows: two have a title that is too long, the one between them changes. What is answered is checked again. */
function file(): Answers {
  const plans = new Map<string, ImportOptions>();
  const isMended = ({ repairs, createRows = [] }: ImportOptions, number: number) =>
    repairs.some((each) => each.row === number) || createRows.includes(number);
  return {
    discardImport: null,
    planImport: (_, __, options) => {
      const planId = `p${plans.size}`;
      plans.set(planId, options);
      const bad = [6, 8].filter((each) => !isMended(options, each)).length;
      return { ...plan(null, { rows: 3, update: 3 - bad, bad }), planId };
    },
    importRows: (planId, show) => {
      const options = plans.get(planId);
      if (options === undefined) throw new Error("The plan is known.");
      const rows = [6, 7, 8].map((each) => row(each, each === 7 || isMended(options, each) ? good : {}));
      return show === "all" ? rows : rows.filter(({ action }) => action === show);
    },
  };
}

const numbers = () => screen.getAllByRole("row").flatMap((each) => each.textContent?.match(/100[678]/) ?? []);
const lineOf = (number: string) => within(screen.getByRole("row", { name: new RegExp(` ${number} `) }));
const skip = (number: string) => lineOf(number).getByRole("button", { name: "Skip value" });
const away = () => screen.getByRole("checkbox", { name: "Only columns that change" });

it("a row that was answered stays in its place and says so, until the list is left", async () => {
  const { user } = await check(null, {}, file());
  expect(await screen.findByText("2 rows with errors are skipped")).toBeVisible();
  expect(numbers()).toEqual(["1006", "1008", "1007"]);
  await user.click(skip("1006"));
  expect(await lineOf("1006").findByText(/Value skipped/)).toBeVisible();
  expect(await lineOf("1006").findByText("Fjell"), "what is imported of it by now").toBeVisible();
  expect(screen.getByText("1 row with errors is skipped"), "the head counts what belongs there").toBeVisible();
  expect(numbers()).toEqual(["1006", "1008", "1007"]);
  await user.hover(away());
  expect(numbers(), "the keyboard is still in the list").toEqual(["1006", "1008", "1007"]);
  await user.click(away());
  expect(numbers()).toEqual(["1008", "1006", "1007"]);
  expect(lineOf("1006").getByText(/Value skipped/), "it is still said").toBeVisible();
  expect(lineOf("1006").getByText("Changed")).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

it("the head stays above the last row that was answered", async () => {
  const { user } = await check(null, {}, file());
  await screen.findByText("2 rows with errors are skipped");
  await user.click(skip("1006"));
  await user.click(skip("1008"));
  expect(await screen.findByText("No errors are left")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
  expect(numbers()).toEqual(["1006", "1008", "1007"]);
});

it("a value is typed in its row in place of the file's, and Esc leaves it as it was", async () => {
  const { user, bridge } = await check(null, {}, file());
  await screen.findByText("2 rows with errors are skipped");
  const correct = () => lineOf("1006").getByRole("button", { name: "Correct…" });
  await user.click(correct());
  await user.type(lineOf("1006").getByRole("textbox", { name: "Correct value" }), "Boss{Escape}");
  expect(document.activeElement, "the keyboard stays in the row").toBe(screen.getByRole("row", { name: / 1006 / }));
  await user.click(correct());
  const field = lineOf("1006").getByRole("textbox", { name: "Correct value" });
  expect(field).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(field, "nothing was typed").toBeVisible();
  await user.type(field, " Bas {Enter}");
  expect(await lineOf("1006").findByText(/Bas is used instead/)).toBeVisible();
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.map(([, , { repairs }]) => repairs)).toEqual([[], [{ row: 6, field: "workTitle", text: "Bas" }]]);
  expect(await axeFindings()).toEqual([]);
});

it("a double click answers one row, and does not undo it", async () => {
  const { user, bridge } = await check(null, {}, file());
  await screen.findByText("2 rows with errors are skipped");
  await user.dblClick(skip("1006"));
  expect(await lineOf("1006").findByText(/Value skipped/)).toBeVisible();
  const undo = lineOf("1006").getByRole("button", { name: "Undo" });
  const second = new MouseEvent("click", { bubbles: true, detail: 2 });
  undo.dispatchEvent(second);
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.map(([, , options]) => options.repairs.map((each) => each.row))).toEqual([[], [6]]);
});

it("two rows that are answered while the first is being checked are both answered", async () => {
  let checked = () => {};
  const first = new Promise<void>((done) => {
    checked = done;
  });
  const answers = file();
  const { planImport } = answers;
  if (typeof planImport !== "function") throw new Error("The file is checked by a function.");
  let calls = 0;
  const { user, bridge } = await check(
    null,
    {},
    {
      ...answers,
      planImport: async (...args) => {
        calls += 1;
        if (calls === 2) await first;
        return planImport(...args);
      },
    },
  );
  await screen.findByText("2 rows with errors are skipped");
  await user.click(skip("1006"));
  await user.click(skip("1008"));
  expect(screen.getByRole("button", { name: /^Import \d/ }), "not without the answers").toBeDisabled();
  checked();
  expect(await screen.findByText("No errors are left")).toBeVisible();
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.at(-1)?.[2].repairs.map((each) => each.row)).toEqual([6, 8]);
});

it("an answer is undone in its row, which stays in its place", async () => {
  const { user, bridge } = await check(null, {}, file());
  await screen.findByText("2 rows with errors are skipped");
  await user.click(skip("1006"));
  await lineOf("1006").findByText(/Value skipped/);
  await user.click(away());
  await user.click(lineOf("1006").getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("2 rows with errors are skipped")).toBeVisible();
  expect(numbers()).toEqual(["1008", "1006", "1007"]);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Skip value" })).toHaveLength(2));
  expect(document.activeElement, "the keyboard stays in the row").toBe(screen.getByRole("row", { name: / 1006 / }));
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned.at(-1)?.[2].repairs).toEqual([]);
  await user.click(away());
  expect(numbers()).toEqual(["1006", "1008", "1007"]);
});

it("a filter stays with an answer, and so does the row that it no longer has", async () => {
  const { user } = await check(null, {}, file());
  await user.click(await screen.findByRole("button", { name: "Rows with errors2" }));
  await screen.findByText("2 rows with errors are skipped");
  await user.click(skip("1006"));
  expect(await screen.findByText("1 row with errors is skipped")).toBeVisible();
  expect(await lineOf("1006").findByText("No errors")).toBeVisible();
  expect(numbers()).toEqual(["1006", "1008"]);
  await user.keyboard("{F8}");
  expect(skip("1008"), "the next one from here").toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Rows with errors1" }));
  expect(numbers()).toEqual(["1008"]);
});

it("Ctrl Z takes back the newest answer that stands, then says that there is nothing", async () => {
  const { user, bridge } = await check(null, {}, file());
  await screen.findByText("2 rows with errors are skipped");
  const undo = () => user.keyboard("{Control>}z{/Control}");
  const mended = () =>
    (bridge.calls("planImport") as [string, string, ImportOptions][]).at(-1)?.[2].repairs.map((each) => each.row);
  await user.click(skip("1008"));
  await user.click(skip("1006"));
  expect(await screen.findByText("No errors are left")).toBeVisible();
  await undo();
  expect(await lineOf("1006").findByRole("button", { name: "Skip value" })).toBeVisible();
  expect(mended()).toEqual([8]);
  expect(screen.queryByText("Nothing to undo.")).toBeNull();
  // What its own button took back is no answer any more.
  await user.click(skip("1006"));
  await user.click(await lineOf("1006").findByRole("button", { name: "Undo" }));
  await undo();
  expect(await lineOf("1008").findByRole("button", { name: "Skip value" })).toBeVisible();
  expect(mended()).toEqual([]);
  expect(numbers(), "the rows stay in their places").toEqual(["1006", "1008", "1007"]);
  const checks = bridge.calls("planImport").length;
  await undo();
  expect(await screen.findByText("Nothing to undo.")).toBeVisible();
  expect(bridge.calls("planImport")).toHaveLength(checks);
});

it("offers to skip a value only where the file has one that can be left out", async () => {
  const reasons: ImportReason[] = [
    importReason("companyId", { heading: null, code: "otherCompany", params: { number: "1006", companies: "c" } }),
    importReason("firstName", { code: "neededForNew" }),
    tooLong,
  ];
  await check(null, {}, { importRows: [row(6, { reasons })], planImport: plan(null, { rows: 1, update: 0, bad: 1 }) });
  await screen.findByRole("row", { name: / 1006 / });
  expect(await lineOf("1006").findByText(/belongs to another company/)).toBeVisible();
  expect(lineOf("1006").getAllByRole("button", { name: "Skip value" })).toHaveLength(1);
});

it("a repair that several rows are offered is taken in all of them by one click, each with its own value", async () => {
  const phone = (number: number) =>
    importReason("mobileWork", { code: "notPhone", params: { text: "x" }, suggestion: `+47 912 34 00${number}` });
  const answers = file();
  const { planImport, importRows } = answers;
  if (typeof planImport !== "function" || typeof importRows !== "function") throw new Error("They are functions.");
  const { user, bridge } = await check(
    null,
    {},
    {
      ...answers,
      importRows: async (...args) =>
        (await importRows(...args)).map((each) =>
          each.action === "bad" ? { ...each, reasons: [phone(each.row)] } : each,
        ),
    },
  );
  await screen.findByText("2 rows with errors are skipped");
  expect(lineOf("1006").getByRole("button", { name: "Use +47 912 34 006" })).toBeVisible();
  await user.click(lineOf("1006").getByRole("button", { name: "For all 2" }));
  expect(await screen.findByText("No errors are left")).toBeVisible();
  const planned = bridge.calls("planImport") as [string, string, ImportOptions][];
  expect(planned, "checked once for all of them").toHaveLength(2);
  expect(planned.at(-1)?.[2].repairs.map(({ row: of, text }) => [of, text])).toEqual([
    [6, "+47 912 34 006"],
    [8, "+47 912 34 008"],
  ]);
  expect(lineOf("1008").getByText(/\+47 912 34 008/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
