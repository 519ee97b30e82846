import { act, renderHook } from "@testing-library/react";
import type { GridApi } from "ag-grid-community";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Handle } from "../../../shared/records/grid/handles";
import { clearFleet, useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import { showMachine } from "../index";
import type { FleetRow } from "../model/rows";
import { useRevealed } from "./use-revealed";

beforeEach(() => {
  vi.useFakeTimers();
  useFleet.setState({ whole: true });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  clearFleet();
  setView({ search: "", reveal: null, panel: null, range: null });
});

const rows = (...ids: string[]) => ids.map((id) => ({ id }) as FleetRow);

/** A grid that is not there before `draw`, has no rows before `fill` and no cells before `paint`. */
function reveal(shown: FleetRow[], all = shown) {
  const drawn: FleetRow[] = [];
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
  const hook = renderHook((now: FleetRow[]) => useRevealed(door, all, now), { initialProps: shown });
  const draw = () => {
    grid.api = api as unknown as GridApi<Handle>;
  };
  const fill = (now: FleetRow[]) => drawn.splice(0, drawn.length, ...now);
  const paint = () => {
    painted = true;
  };
  return { api, draw, fill, paint, ...hook };
}
const pass = () => act(() => vi.advanceTimersByTime(100));

it("brings the machine into view and focuses it, as soon as its row is drawn", () => {
  const shown = rows("a", "b", "c");
  const { api, draw, fill, paint } = reveal(shown);
  act(() => showMachine("c"));
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
  expect(api.setFocusedCell).toHaveBeenLastCalledWith(2, "machineNumber");
  expect(document.activeElement).toHaveAttribute("row-id", "c");
  expect(useView.getState()).toMatchObject({ reveal: null, panel: { kind: "detail", id: "c" } });
});

it("asks for the focus no more once a person does something else", () => {
  const shown = rows("a", "b");
  const { api, draw, fill } = reveal(shown);
  draw();
  fill(shown);
  act(() => showMachine("b"));
  pass();
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" })));
  expect(useView.getState().reveal).toBeNull();
  api.setFocusedCell.mockClear();
  pass();
  expect(api.setFocusedCell).not.toHaveBeenCalled();
});

it("takes away the search that hides it", () => {
  setView({ search: "volvo" });
  const all = rows("a", "b");
  const { api, draw, fill, paint, rerender } = reveal(all.slice(0, 1), all);
  draw();
  act(() => showMachine("b"));
  expect(useView.getState().search).toBe("");
  fill(all);
  paint();
  rerender(all);
  pass();
  expect(api.setFocusedCell).toHaveBeenCalledExactlyOnceWith(1, "machineNumber");
});

it("waits for a machine of a later page, and for none that is gone", () => {
  useFleet.setState({ whole: false });
  reveal(rows("a"));
  act(() => showMachine("z"));
  expect(useView.getState().reveal).toBe("z");
  act(() => useFleet.setState({ whole: true }));
  expect(useView.getState().reveal).toBeNull();
});
