import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useUndoStore } from "../../../shared/undo/store";
import { setView } from "../fleet/view";
import { machine } from "../model/machine-for-tests";
import type { FleetRow } from "../model/rows";
import { useKeys } from "./use-keys";

const rows = ["one", "two"].map((id) => ({ id, machine: machine(id) }) as FleetRow);
const at = { row: 0, column: 3 };
const said = () => useUndoStore.getState().toasts.map(({ text }) => text);

function keys(apply = vi.fn()) {
  const on = { onLetter: vi.fn(), onMenu: vi.fn(), onSwitch: vi.fn() };
  const around = { ...on, clipboard: {} as never, readOnly: false, takeTicks: () => {} };
  const { result } = renderHook(() => useKeys({ ...around, edits: { apply } as never, shown: () => rows }));
  return result.current;
}

function filled() {
  const apply = vi.fn();
  const { fillDown } = keys(apply);
  act(() => fillDown());
  return apply;
}

it.each([["a single cell", { anchor: at, focus: at }] as const, ["no cell", null] as const])(
  "filling down from %s says what it needs",
  (_, range) => {
    setView({ range });
    expect(filled()).not.toHaveBeenCalled();
    expect(said()).toEqual(["Fill down: select the rows to fill, or several cells in a column."]);
  },
);

it("fills several cells of a column, and says nothing", () => {
  setView({ range: { anchor: at, focus: { ...at, row: 1 } } });
  expect(filled()).toHaveBeenCalledOnce();
  expect(said()).toEqual([]);
});

it("keeps / from the cell and leaves it to the search", () => {
  const { onKey } = keys();
  const event = new KeyboardEvent("keydown", { key: "/", cancelable: true });
  const pressed = { event, editing: false, data: { id: "one" }, column: { getColId: () => "name" }, api: {} };
  expect(onKey(pressed as never)).toBe(true);
  expect(event.defaultPrevented).toBe(false);
  expect(onKey({ ...pressed, editing: true } as never)).toBe(false);
});

it("keeps letters from a machine's number, which Enter and F2 open, and leaves those of other cells to the grid", () => {
  const { onKey } = keys();
  const pressed = (key: string, column: string) =>
    onKey({
      ...{ event: new KeyboardEvent("keydown", { key }), editing: false, data: { id: "one" }, api: {} },
      column: { getColId: () => column },
    } as never);
  expect(pressed("F", "machineNumber")).toBe(true);
  expect(pressed("1", "machineNumber")).toBe(true);
  expect(pressed("F2", "machineNumber")).toBe(false);
  expect(pressed("Enter", "machineNumber")).toBe(false);
  // It ticks the row.
  expect(pressed(" ", "machineNumber")).toBe(false);
  expect(pressed("F", "name")).toBe(false);
});
