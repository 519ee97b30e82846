import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type {
  BatchReport,
  BatchRow,
  FleetState,
  FuelCompleteness,
  FuelCount,
  FuelFinding,
  MachineRow,
} from "../../../ipc";
import type { Answers } from "../../../shared/testing/bridge";
import { showAt } from "../../../shared/testing/routes";
import { useUndoStore } from "../../../shared/undo/store";
import { useFleet } from "../fleet/store";
import type { Values } from "../model/types";
import { FuelScreen } from "../screens";

const columns = ["machineNumber", "name", "typeId", "department", "active"];
const row = (number: string, typeId: string): MachineRow => ({
  id: number,
  cells: [number, `Machine ${number}`, typeId, "VA", true],
  responsible: null,
  block: null,
  acting: null,
  fuelProvenance: null,
  odd: [],
  unusualFuel: [],
});
const rows = [row("1101", "rig"), row("1201", "dumper"), row("1202", "dumper")];
const state: FleetState = {
  revision: 1,
  total: rows.length,
  readAt: new Date().toISOString(),
  reading: false,
  failure: null,
  readOnly: false,
  pending: 0,
  pendingMachines: 0,
  problems: 0,
  leftOut: { count: 0, named: [] },
};
const count = (machines: number, missing: number): FuelCount => ({
  machines,
  complete: machines - missing,
  missing,
  odd: 0,
});
const finding: FuelFinding = { machineId: "1202", missing: ["fuelType"], odd: [], alike: null };
const fuel: FuelCompleteness = {
  total: count(3, 1),
  types: [
    { typeId: "dumper", name: "Dumper", count: count(2, 1) },
    { typeId: "rig", name: "Drill rig", count: count(1, 0) },
  ],
  departments: [{ department: "VA", count: count(3, 1) }],
  machines: [finding],
};

const nothing = { already: 0, partly: 0, conflicts: 0, gone: 0, excluded: 0, refused: 0, notSent: 0, unknown: 0 };

async function open(answers: Answers = {}) {
  const shown = await showAt(
    { "/machines/fuel": FuelScreen },
    {
      listMachines: { state, from: 0, columns, rows },
      machineChanges: { state, whole: false, rows: [], removed: [] },
      refreshMachines: state,
      pendingEdits: [],
      batches: [],
      machineTypes: [],
      machinePeople: [],
      fuelCompleteness: fuel,
      checkFuel: { rate: null, problem: null, odd: [], used: [], kilometres: false, unlike: null },
      ...answers,
    },
  );
  await screen.findByText("1202");
  return shown;
}

it("says of a type or a department that it is complete, not of the whole company", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Drill rig" }));
  expect(screen.getByText("1 machine, complete.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "VA" }));
  await user.click(screen.getByRole("button", { name: /^Unusual/ }));
  expect(screen.getByText("No unusual values.")).toBeVisible();
});

it("F6 goes from the summary to the machines and to the editor, and back", async () => {
  // jsdom lays nothing out: everything on the page counts as shown.
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  const { user } = await open();
  screen.getByRole("tab", { name: "Fuel data" }).focus();
  await user.keyboard("{F6}");
  expect(screen.getByRole("button", { name: "Dumper" })).toHaveFocus();
  await user.keyboard("{F6}");
  const machine = within(screen.getByRole("grid", { name: "Machines to check" })).getByRole("row", { name: /1202/ });
  expect(machine).toHaveFocus();
  await user.keyboard("{Enter}");
  const editor = screen.getByRole("region", { name: "Fuel for 1 machine" });
  machine.focus();
  await user.keyboard("{F6}");
  expect(editor).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard("{Shift>}{F6}{/Shift}");
  expect(machine).toHaveFocus();
  await user.keyboard("{Shift>}{F6}{/Shift}");
  expect(screen.getByRole("button", { name: "Dumper" })).toHaveFocus();
  vi.restoreAllMocks();
});

it("Esc closes an open list of the editor first, and letters pick the fuel that begins with all of them", async () => {
  const { user } = await open();
  await user.click(screen.getByText("1202"));
  const editor = await screen.findByRole("region", { name: "Fuel for 1 machine" });
  const rate = within(editor).getByRole("textbox", { name: "Consumption" });
  await user.clear(rate);
  await user.type(rate, "19");
  const fuelType = within(editor).getByRole("combobox", { name: "Fuel type" });
  await user.click(fuelType);
  expect(fuelType).toHaveAttribute("aria-expanded", "true");
  const press = (key: string, timeStamp: number) => {
    const event = createEvent.keyDown(fuelType, { key });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    fireEvent(fuelType, event);
  };
  press("d", 1000);
  press("y", 1100);
  expect(fuelType).toHaveValue("dyed diesel");
  await user.keyboard("{Escape}");
  expect(fuelType).toHaveAttribute("aria-expanded", "false");
  expect(rate).toHaveValue("19");
  await user.keyboard("{Escape}");
  expect(editor).not.toBeInTheDocument();
});

it("Down goes from the tabs to the machines", async () => {
  const { user } = await open();
  screen.getByRole("tab", { name: "Fuel data" }).focus();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("row", { name: /1202/ })).toHaveFocus();
});

it("without a fuel no unit looks chosen, and what is saved half stays with what is missing", async () => {
  const report = { batch: { id: 1, kind: "fuel", totals: { ...nothing, rows: 1, saved: 1 } }, rows: [] };
  const { user, bridge } = await open({
    checkFuel: { rate: 7, problem: null, odd: [], used: [], kilometres: false, unlike: null },
    fuelCompleteness: { ...fuel, machines: [{ ...finding, missing: ["fuelConsumptionUnit", "fuelType"] }] },
    setMachinesFuel: report as unknown as BatchReport,
    previewRevert: [],
  });
  await user.click(screen.getByText("1202"));
  const editor = await screen.findByRole("region", { name: "Fuel for 1 machine" });
  const unit = within(editor).getByRole("radiogroup", { name: "Measured per" });
  expect(within(unit).getByRole("radio", { name: "leave unchanged" })).toBeChecked();
  const rate = within(editor).getByRole("textbox", { name: "Consumption" });
  await user.type(rate, "7{Control>}{Enter}{/Control}");
  expect(await within(editor).findByText(/^Saved\. Still missing: Unit, Fuel type\./)).toBeVisible();
  expect(bridge.calls("setMachinesFuel")).toEqual([[["1202"], { rate: 7, unit: null, fuel: null }, null]]);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(editor).not.toBeInTheDocument();
  expect(bridge.calls("setMachinesFuel")).toHaveLength(1);
});

it("a machine without a unit counts what all of those alike count, until somebody chooses", async () => {
  const { user } = await open({
    checkFuel: { rate: null, problem: null, odd: [], used: [], kilometres: true, unlike: null },
  });
  await user.click(screen.getByText("1202"));
  const editor = await screen.findByRole("region", { name: "Fuel for 1 machine" });
  await user.click(within(editor).getByRole("combobox", { name: "Fuel type" }));
  await user.keyboard("dy{Enter}");
  const unit = within(editor).getByRole("radiogroup", { name: "Measured per" });
  expect(within(unit).getByRole("radio", { name: "Kilometre" })).toBeChecked();
  await user.click(within(unit).getByRole("radio", { name: "Hour" }));
  expect(within(unit).getByRole("radio", { name: "Hour" })).toBeChecked();
});

it("what was not typed into follows what is stored, as after an undo; what was typed stays", async () => {
  const { user } = await open();
  const stored = (values: Values) =>
    act(() => {
      const { machines } = useFleet.getState();
      const machine = machines.get("1202");
      if (machine === undefined) throw new Error("The machine is there.");
      useFleet.setState({ machines: new Map(machines).set("1202", { ...machine, ...values }) });
    });
  stored({ fuelConsumptionRate: 12 });
  await user.click(screen.getByText("1202"));
  const editor = await screen.findByRole("region", { name: "Fuel for 1 machine" });
  const rate = within(editor).getByRole("textbox", { name: "Consumption" });
  const fuelType = within(editor).getByRole("combobox", { name: "Fuel type" });
  expect(rate).toHaveValue("12");
  stored({ fuelConsumptionRate: 9 });
  expect(rate).toHaveValue("9");
  await user.clear(rate);
  await user.type(rate, "19");
  stored({ fuelConsumptionRate: 12, fuelType: 1 });
  expect(rate).toHaveValue("19");
  expect(fuelType).not.toHaveValue("");
  // Saved, and then undone.
  stored({ fuelConsumptionRate: 19 });
  stored({ fuelConsumptionRate: 12 });
  expect(rate).toHaveValue("12");
});

/** Saves 7 for a machine, which opens the next; `outcome`: what taking that back would come to. */
async function saved(outcome: BatchRow["outcome"]) {
  const report = (kind: string) => ({ batch: { id: 1, kind, totals: { ...nothing, rows: 1, saved: 1 } }, rows: [] });
  const shown = await open({
    checkFuel: { rate: 7, problem: null, odd: [], used: [], kilometres: false, unlike: null },
    fuelCompleteness: { ...fuel, machines: [{ ...finding, machineId: "1201", missing: [] }, finding] },
    setMachinesFuel: report("fuel") as unknown as BatchReport,
    revertBatch: report("revert") as unknown as BatchReport,
    previewRevert: [{ outcome } as BatchRow],
  });
  await shown.user.click(screen.getByText("1201"));
  const rate = await screen.findByRole("textbox", { name: "Consumption" });
  await shown.user.type(rate, "7{Control>}{Enter}{/Control}");
  await waitFor(() => expect(useUndoStore.getState().toasts).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Consumption" })).toHaveValue(""));
  return shown;
}

it.each(["on the page", "in the field that took the focus"])(
  "Ctrl Z %s undoes the last save, however long its toast is gone",
  async (at) => {
    const { user, bridge } = await saved("waiting");
    expect(useUndoStore.getState().toasts[0]?.label).toBeUndefined();
    act(() => useUndoStore.setState({ toasts: [] }));
    if (at === "on the page") await user.keyboard("{Escape}");
    await user.keyboard("{Control>}z{/Control}");
    expect(bridge.calls("revertBatch")).toEqual([[1]]);
  },
);

it("offers no undo of what was filled in and cannot be cleared again; Ctrl Z says so of that, and undoes nothing older", async () => {
  const { user, bridge } = await saved("kept");
  expect(useUndoStore.getState().toasts[0]?.label).toBeNull();
  await user.keyboard("{Escape}{Control>}z{/Control}");
  expect(bridge.calls("revertBatch")).toEqual([[1]]);
});

it("fuel that someone else changed meanwhile is not saved, and both values are told", async () => {
  const cell = (field: string, old: number, mine: number, theirs?: number) => ({ field, old, new: mine, theirs });
  const report = {
    batch: {
      id: 1,
      kind: "fuel",
      at: state.readAt,
      stopped: null,
      revertedBy: null,
      totals: { ...nothing, rows: 1, saved: 0, conflicts: 1 },
    },
    rows: [
      {
        machineId: "1202",
        number: "1202",
        name: null,
        outcome: "conflict",
        cells: [cell("fuelConsumptionRate", 5, 7, 9), cell("fuelType", 7, 7, 4), cell("fuelConsumptionUnit", 0, 0)],
        failure: null,
      },
    ],
  };
  const { user } = await open({
    checkFuel: { rate: 7, problem: null, odd: [], used: [], kilometres: false, unlike: null },
    setMachinesFuel: report as unknown as BatchReport,
    batches: [],
  });
  await user.click(screen.getByText("1202"));
  const rate = await screen.findByRole("textbox", { name: "Consumption" });
  await user.type(rate, "7{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Not saved: changed by someone else meanwhile")).toBeVisible();
  expect(screen.getByText("Consumption: your value 7, on the server 9")).toBeVisible();
  expect(screen.getByText("Fuel type: before dyed diesel, on the server electric")).toBeVisible();
  expect(useUndoStore.getState().toasts).toEqual([]);
});
