import type { GridApi } from "ag-grid-community";
import { beforeEach, expect, it, vi } from "vitest";
import type { Handle } from "./handles";
import { jumpByKey } from "./jump";
import type { Range } from "./range";
import type { RectangleStore } from "./rectangle";

beforeEach(() => vi.useFakeTimers());

/** A list whose row 5 has the focus; its other rows have no cells before `draw`. */
function list() {
  let range: Range | null = null;
  const store: RectangleStore = {
    getState: () => ({ range, order: ["number", "name"] }),
    setState: (part) => {
      range = part.range;
    },
  };
  const drawn = new Map<string, HTMLButtonElement>();
  const draw = (row: number, name: string) => {
    document.body.insertAdjacentHTML("beforeend", `<p row-id="r${row}"><button col-id="${name}"></button></p>`);
    const cell = document.body.lastElementChild?.querySelector("button");
    if (cell) drawn.set(`${row} ${name}`, cell);
    return cell;
  };
  const api = {
    ensureIndexVisible: vi.fn(),
    ensureColumnVisible: vi.fn(),
    getColumn: () => ({ isPinned: () => false }),
    isDestroyed: () => false,
    setFocusedCell: (row: number, name: string) => drawn.get(`${row} ${name}`)?.focus(),
  };
  const rows = Array.from({ length: 10 }, (_, row) => ({ id: `r${row}` }));
  draw(5, "name")?.focus();
  const press = (keys: KeyboardEventInit) =>
    jumpByKey(new KeyboardEvent("keydown", keys), api as unknown as GridApi<Handle>, store, rows);
  return { api, draw, press, range: () => range, pictures: (count: number) => vi.advanceTimersByTime(count * 16) };
}

const focused = () => [
  document.activeElement?.closest("[row-id]")?.getAttribute("row-id"),
  document.activeElement?.getAttribute("col-id"),
];

it("goes to the last and the first cell, with the rectangle, all of the row in sight", () => {
  const { api, draw, press, range } = list();
  draw(0, "number");
  draw(9, "name");
  expect(press({ key: "End", ctrlKey: true })).toBe(true);
  expect(focused()).toEqual(["r9", "name"]);
  expect(api.ensureIndexVisible).toHaveBeenLastCalledWith(9, "middle");
  expect(range()).toEqual({ anchor: { row: 9, column: 1 }, focus: { row: 9, column: 1 } });
  expect(press({ key: "Home", ctrlKey: true })).toBe(true);
  expect(focused()).toEqual(["r0", "number"]);
  expect(range()).toEqual({ anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } });
});

it("leaves the old row at once, and gives the focus to a row that is drawn later", () => {
  const { draw, press, pictures } = list();
  press({ key: "Home", ctrlKey: true });
  expect(focused(), "no key may reach the row that was left").toEqual([undefined, null]);
  pictures(3);
  draw(0, "number");
  pictures(1);
  expect(focused()).toEqual(["r0", "number"]);
});

it("takes the focus from nothing that was given it meanwhile", () => {
  const { draw, press, pictures } = list();
  press({ key: "Home", ctrlKey: true });
  const other = draw(3, "name");
  other?.focus();
  draw(0, "number");
  pictures(3);
  expect(document.activeElement).toBe(other);
});

it("leaves other keys to the grid", () => {
  const { press } = list();
  expect(press({ key: "End" })).toBe(false);
  expect(press({ key: "End", ctrlKey: true, shiftKey: true })).toBe(false);
  expect(press({ key: "Home", ctrlKey: true, altKey: true })).toBe(false);
});
