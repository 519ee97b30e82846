import { act, renderHook } from "@testing-library/react";
import type { GridApi } from "ag-grid-community";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Handle } from "../../../shared/records/grid/handles";
import { setView, useView } from "../fleet/view";
import { showMachine } from "../index";
import type { FleetRow } from "../model/rows";
import { useRevealed } from "./use-revealed";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setView({ search: "", reveal: null, panel: null, range: null });
});

const rows = (...ids: string[]) => ids.map((id) => ({ id }) as FleetRow);

function reveal(shown: FleetRow[], all = shown) {
  const api = { ensureIndexVisible: vi.fn(), ensureColumnVisible: vi.fn(), setFocusedCell: vi.fn() };
  const grid: { api: GridApi<Handle> | null } = { api: null };
  const door = () => grid.api;
  const hook = renderHook((now: FleetRow[]) => useRevealed(door, all, now), { initialProps: shown });
  const draw = () => {
    grid.api = api as unknown as GridApi<Handle>;
  };
  return { api, draw, ...hook };
}
const pass = () => act(() => vi.advanceTimersByTime(100));

it("brings the machine into view and focuses it, as soon as the grid is drawn", () => {
  const { api, draw } = reveal(rows("a", "b", "c"));
  act(() => showMachine("c"));
  pass();
  expect(useView.getState().reveal).toBe("c");
  draw();
  pass();
  expect(api.ensureIndexVisible).toHaveBeenCalledWith(2);
  expect(api.setFocusedCell).toHaveBeenCalledExactlyOnceWith(2, "machineNumber");
  expect(useView.getState()).toMatchObject({ reveal: null, panel: { kind: "detail", id: "c" } });
});

it("takes away the search that hides it", () => {
  setView({ search: "volvo" });
  const all = rows("a", "b");
  const { api, draw, rerender } = reveal(all.slice(0, 1), all);
  draw();
  act(() => showMachine("b"));
  expect(useView.getState().search).toBe("");
  rerender(all);
  pass();
  expect(api.setFocusedCell).toHaveBeenCalledWith(1, "machineNumber");
});

it("waits for no machine that is gone", () => {
  reveal(rows("a"));
  act(() => showMachine("z"));
  expect(useView.getState().reveal).toBeNull();
});
