import { act, renderHook } from "@testing-library/react";
import type { GridApi } from "ag-grid-community";
import { expect, it, vi } from "vitest";
import { create } from "zustand";
import type { Handle } from "./handles";
import type { Range } from "./range";
import { useFocusKept } from "./use-focus-kept";
import { goToRows, useSearchTop } from "./use-search-top";

type View = { search: string; reveal: string | null; range: Range | null; order: readonly string[] };

it("goes to the top at a new search, and Down from there to the first row shown", () => {
  const at = { row: 2, column: 0 };
  const range = { anchor: at, focus: at };
  const useView = create<View>(() => ({ search: "", reveal: null, range, order: ["name"] }));
  const grid = {
    clearFocusedCell: vi.fn(),
    ensureIndexVisible: vi.fn(),
    getDisplayedRowCount: () => 2,
    getVerticalPixelRange: () => ({ top: 0, bottom: 68 }),
  };
  const api = () => grid as unknown as GridApi<Handle>;
  const all = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const found = [{ id: "b" }, { id: "c" }];
  const goBack = vi.fn();
  renderHook(() => {
    const search = useView((view) => view.search);
    const shown = search === "" ? all : found;
    useFocusKept(useView, api, shown);
    useSearchTop(useView, api, search, shown);
  });
  // Without a new search it goes back to where it was.
  goToRows(useView, all, goBack);
  expect(goBack).toHaveBeenCalledOnce();
  act(() => useView.setState({ search: "volvo" }));
  expect(grid.ensureIndexVisible).toHaveBeenCalledExactlyOnceWith(0, "top");
  expect(useView.getState().range).toBeNull();
  goToRows(useView, found, goBack);
  expect(useView.getState().reveal).toBe("b");
  // What is being brought into view is not given up for the first row.
  goToRows(useView, all, goBack);
  expect(useView.getState().reveal).toBe("b");
  expect(goBack).toHaveBeenCalledOnce();
});

/** A list of so many rows, scrolled down, that is searched. */
function scrolled(rows: number) {
  vi.useFakeTimers();
  const useView = create<View>(() => ({ search: "", reveal: null, range: null, order: ["name"] }));
  const list = { rows, top: 340 };
  const grid = {
    clearFocusedCell: vi.fn(),
    ensureIndexVisible: () => {
      list.top = 0;
    },
    getDisplayedRowCount: () => list.rows,
    getVerticalPixelRange: () => ({ top: list.top, bottom: list.top + 340 }),
  };
  const api = () => grid as unknown as GridApi<Handle>;
  const { rerender } = renderHook(
    ({ shown }) =>
      useSearchTop(
        useView,
        api,
        useView((view) => view.search),
        shown,
      ),
    { initialProps: { shown: [{ id: "a" }] } },
  );
  const pictures = (count: number) => vi.advanceTimersByTime(count * 16);
  return { list, pictures, rerender, search: () => act(() => useView.setState({ search: "1002" })) };
}

it("goes to the top also where the rows arrive later", () => {
  const { list, pictures, rerender, search } = scrolled(0);
  search();
  pictures(100);
  list.rows = 22;
  rerender({ shown: [{ id: "b" }] });
  expect(list.top).toBe(0);
});

it("goes back to the top where the grid scrolls in one of its next pictures", () => {
  const { list, pictures, search } = scrolled(22);
  search();
  list.top = 34;
  pictures(1);
  expect(list.top).toBe(0);
});

it.each(["wheel", "pointerdown"])("stays where a %s brought it after the search", (kind) => {
  const { list, pictures, rerender, search } = scrolled(22);
  search();
  document.dispatchEvent(new Event(kind));
  list.top = 34;
  pictures(1);
  rerender({ shown: [{ id: "b" }] });
  expect(list.top).toBe(34);
});

it("stays where a key in the grid brought it, not for the next letter of the search", () => {
  const { list, pictures, search } = scrolled(22);
  document.body.insertAdjacentHTML("beforeend", '<input><p row-id="b"><button col-id="name"></button></p>');
  search();
  const press = (where: string) =>
    document.querySelector(where)?.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  press("input");
  list.top = 34;
  pictures(1);
  expect(list.top).toBe(0);
  press("button");
  list.top = 34;
  pictures(1);
  expect(list.top).toBe(34);
});
