import { renderHook } from "@testing-library/react";
import type { GridApi } from "ag-grid-community";
import { expect, it, vi } from "vitest";
import type { Handle } from "../../../shared/records/grid/handles";
import { useOvertaken } from "./use-overtaken";

const at = <E extends Event>(timeStamp: number, event: E): E =>
  Object.defineProperty(event, "timeStamp", { value: timeStamp });

/** Two machines; a letter may have opened an editor in the first. */
function list() {
  document.body.innerHTML = ["a", "b"]
    .map((id) => `<p row-id="${id}"><span col-id="machineNumber">1</span><span col-id="name">Volvo</span></p>`)
    .join("");
  const grid = {
    getRowNode: (id: string) => ({ rowIndex: id === "a" ? 0 : 1 }),
    stopEditing: vi.fn(),
    setFocusedCell: vi.fn(),
    startEditingCell: vi.fn(),
  };
  const box = { current: document.body };
  const { result } = renderHook(() => useOvertaken(box, () => grid as unknown as GridApi<Handle>));
  const cell = (id: string, column: string) =>
    document.querySelector(`[row-id=${id}] [col-id=${column}]`) ?? document.body;
  /** A letter in a cell, as the grid asks about it. */
  const press = (timeStamp: number, key: string, target: Element) => {
    const event = at(timeStamp, new KeyboardEvent("keydown", { key, bubbles: true }));
    target.dispatchEvent(event);
    result.current(event);
  };
  const heard = vi.fn();
  document.body.firstElementChild?.nextElementSibling?.addEventListener("mousedown", heard);
  const click = (timeStamp: number, target: Element) =>
    target.dispatchEvent(at(timeStamp, new MouseEvent("mousedown", { bubbles: true, cancelable: true })));
  return { grid, cell, press, click, heard };
}

it("a letter that came before the click it was typed after goes to the cell that was clicked", () => {
  const { grid, cell, press, click, heard } = list();
  press(20, "F", cell("a", "machineNumber"));
  click(10, cell("b", "name"));
  expect(grid.stopEditing).toHaveBeenCalledExactlyOnceWith(true);
  expect(grid.setFocusedCell).toHaveBeenCalledExactlyOnceWith(1, "name");
  expect(grid.startEditingCell).toHaveBeenCalledExactlyOnceWith({ rowIndex: 1, colKey: "name", key: "F" });
  expect(heard, "the grid would end the edit that begins").not.toHaveBeenCalled();
});

it("takes along all that was typed by then", () => {
  const { grid, cell, press, click } = list();
  press(20, "F", cell("a", "name"));
  cell("a", "name").innerHTML = '<span class="ag-cell-inline-editing"><input value="Fj"></span>';
  click(10, cell("b", "name"));
  expect(grid.startEditingCell).toHaveBeenCalledExactlyOnceWith({ rowIndex: 1, colKey: "name", key: "Fj" });
});

it("a click on a machine's number gets the focus, and no letter", () => {
  const { grid, cell, press, click } = list();
  press(20, "F", cell("a", "name"));
  click(10, cell("b", "machineNumber"));
  expect(grid.stopEditing).toHaveBeenCalledExactlyOnceWith(true);
  expect(grid.setFocusedCell).toHaveBeenCalledExactlyOnceWith(1, "machineNumber");
  expect(grid.startEditingCell).not.toHaveBeenCalled();
});

it.each([
  ["a click after the letter", 30, "b"],
  ["a click into the cell of the letter", 10, "a"],
] as const)("leaves %s to the grid", (_, timeStamp, id) => {
  const { grid, cell, press, click } = list();
  press(20, "F", cell("a", "name"));
  click(timeStamp, cell(id, "name"));
  expect(grid.stopEditing).not.toHaveBeenCalled();
  expect(grid.setFocusedCell).not.toHaveBeenCalled();
});

it("means a letter once", () => {
  const { grid, cell, press, click } = list();
  press(20, "F", cell("a", "name"));
  click(10, cell("b", "name"));
  click(11, cell("a", "name"));
  expect(grid.setFocusedCell).toHaveBeenCalledOnce();
});
