import type { CellMouseDownEvent, GridApi } from "ag-grid-community";
import { expect, test } from "vitest";
import type { Handle } from "./handles";
import type { Range } from "./range";
import { type RectangleStore, rectangleEvents, stretchByKey } from "./rectangle";

const cell = { row: 3, column: 1 };

const at = <E extends Event>(timeStamp: number, event: E): E =>
  Object.defineProperty(event, "timeStamp", { value: timeStamp });

function list() {
  let range: Range | null = null;
  const store: RectangleStore = {
    getState: () => ({ range, order: ["number", "name", "hours"] }),
    setState: (part) => {
      range = part.range;
    },
  };
  const column = { getColId: () => "name", isPinned: () => false };
  const api = {
    getRowNode: (id: string) => ({ rowIndex: Number(id) }),
    ensureIndexVisible: () => {},
    ensureColumnVisible: () => {},
    getColumn: () => column,
  } as unknown as GridApi<Handle>;
  const events = rectangleEvents(store);
  const rows = Array.from({ length: 10 }, (_, row) => ({ id: String(row) }));
  document.body.innerHTML = `<div row-id="${cell.row}"><button class="ag-cell" col-id="name"></button></div>`;
  document.querySelector("button")?.focus();
  // The order in which the grid tells of a click, as soon as it has time for it.
  const click = (event: MouseEvent) => {
    const told = { event, node: { rowIndex: cell.row }, column } as unknown as CellMouseDownEvent<Handle>;
    events.onCellFocused({ api } as Parameters<typeof events.onCellFocused>[0]);
    events.onCellMouseDown(told);
  };
  return {
    click,
    press: (timeStamp: number, key: string) =>
      stretchByKey(at(timeStamp, new KeyboardEvent("keydown", { key, shiftKey: true })), api, store, rows),
    stretch: (keys: KeyboardEventInit) =>
      stretchByKey(new KeyboardEvent("keydown", { ...keys, shiftKey: true }), api, store, rows),
    range: () => range,
  };
}

test("a click that the grid tells of after the key does not undo what the key stretched", () => {
  const { click, press, range } = list();
  const mouse = at(1, new MouseEvent("mousedown"));
  press(2, "ArrowDown");
  click(mouse);
  press(3, "ArrowRight");
  expect(range()).toEqual({ anchor: cell, focus: { row: 4, column: 2 } });
});

test("a click on its first cell, after the key, ends the rectangle", () => {
  const { click, press, range } = list();
  press(4, "ArrowDown");
  click(at(5, new MouseEvent("mousedown")));
  expect(range()).toEqual({ anchor: cell, focus: cell });
});

test("Ctrl with Shift stretches it to the first and the last cell", () => {
  const { stretch, range } = list();
  expect(stretch({ key: "End", ctrlKey: true })).toBe(true);
  expect(range()).toEqual({ anchor: cell, focus: { row: 9, column: 2 } });
  expect(stretch({ key: "Home", ctrlKey: true })).toBe(true);
  expect(range()).toEqual({ anchor: cell, focus: { row: 0, column: 0 } });
  expect(stretch({ key: "Home" })).toBe(false);
});
