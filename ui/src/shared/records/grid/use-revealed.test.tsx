import { act, renderHook } from "@testing-library/react";
import type { GridApi } from "ag-grid-community";
import { beforeEach, expect, it, vi } from "vitest";
import { create } from "zustand";
import type { Handle } from "./handles";
import type { Range } from "./range";
import { useRevealed } from "./use-revealed";

type View = { reveal: string | null; search: string; whole: boolean; range: Range | null; order: readonly string[] };
const start: View = { reveal: null, search: "", whole: true, range: null, order: ["name", "number"] };
const useView = create<View>(() => start);

beforeEach(() => vi.useFakeTimers());

const rows = (...ids: string[]) => ids.map((id): Handle => ({ id, depth: 0, children: 0 }));
const find = (id: string) => act(() => useView.setState({ reveal: id }));

function useRows(api: () => GridApi<Handle> | null, all: Handle[], shown: Handle[]) {
  useRevealed(api, all, shown, {
    id: useView((view) => view.reveal),
    whole: useView((view) => view.whole),
    store: useView,
    column: "number",
    show: () => useView.setState({ search: "" }),
    done: () => useView.setState({ reveal: null }),
  });
}

/** A grid that is not there before `draw`, has no rows before `fill` and no cells before `paint`. */
function reveal(shown: Handle[], all = shown) {
  const drawn: Handle[] = [];
  let painted = false;
  const api = {
    ensureIndexVisible: vi.fn(),
    ensureColumnVisible: vi.fn(),
    getColumn: () => undefined,
    getDisplayedRowAtIndex: (at: number) => drawn[at] && { data: drawn[at] },
    setFocusedCell: vi.fn((at: number) => {
      if (!painted) return;
      const cell = document.createElement("button");
      cell.setAttribute("row-id", drawn[at]?.id ?? "");
      document.body.append(cell);
      cell.focus();
    }),
  };
  const grid: { api: GridApi<Handle> | null } = { api: null };
  const door = () => grid.api;
  const hook = renderHook((now: Handle[]) => useRows(door, all, now), { initialProps: shown });
  const draw = () => {
    grid.api = api as unknown as GridApi<Handle>;
  };
  const fill = (now: Handle[]) => drawn.splice(0, drawn.length, ...now);
  const paint = () => {
    painted = true;
  };
  return { api, draw, fill, paint, ...hook };
}
const pass = () => act(() => vi.advanceTimersByTime(100));

it("brings the record into view and focuses it, as soon as its row is drawn", () => {
  const shown = rows("a", "b", "c");
  const { api, draw, fill, paint } = reveal(shown);
  find("c");
  pass();
  draw();
  pass();
  expect(api.setFocusedCell).not.toHaveBeenCalled();
  fill(shown);
  pass();
  expect(api.ensureIndexVisible).toHaveBeenCalledWith(2);
  expect(useView.getState()).toMatchObject({ reveal: "c", range: { anchor: { row: 2 } } });
  paint();
  pass();
  expect(api.setFocusedCell).toHaveBeenLastCalledWith(2, "number");
  expect(document.activeElement).toHaveAttribute("row-id", "c");
  // A panel that opens takes room from the grid: it is kept in view for a moment.
  api.ensureIndexVisible.mockClear();
  pass();
  expect(api.ensureIndexVisible).toHaveBeenCalledWith(2, "middle");
  act(() => vi.advanceTimersByTime(1_000));
  expect(useView.getState().reveal).toBeNull();
});

it("asks for the focus no more once a person does something else", () => {
  const shown = rows("a", "b");
  const { api, draw, fill } = reveal(shown);
  draw();
  fill(shown);
  find("b");
  pass();
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" })));
  expect(useView.getState().reveal).toBeNull();
  api.setFocusedCell.mockClear();
  pass();
  expect(api.setFocusedCell).not.toHaveBeenCalled();
});

it("takes away the search that hides it", () => {
  useView.setState({ search: "volvo" });
  const all = rows("a", "b");
  const { api, draw, fill, paint, rerender } = reveal(all.slice(0, 1), all);
  draw();
  find("b");
  expect(useView.getState().search).toBe("");
  fill(all);
  paint();
  rerender(all);
  pass();
  expect(api.setFocusedCell).toHaveBeenCalledExactlyOnceWith(1, "number");
});

it("waits for a record of a later page, and for none that is gone", () => {
  useView.setState({ whole: false });
  reveal(rows("a"));
  find("z");
  expect(useView.getState().reveal).toBe("z");
  act(() => useView.setState({ whole: true }));
  expect(useView.getState().reveal).toBeNull();
});
