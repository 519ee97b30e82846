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
  const grid = { clearFocusedCell: vi.fn(), ensureIndexVisible: vi.fn(), getDisplayedRowCount: () => 2 };
  const api = () => grid as unknown as GridApi<Handle>;
  const all = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const found = [{ id: "b" }, { id: "c" }];
  const goBack = vi.fn();
  renderHook(() => {
    const search = useView((view) => view.search);
    const shown = search === "" ? all : found;
    useFocusKept(useView, api, shown);
    useSearchTop(useView, api, search);
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
