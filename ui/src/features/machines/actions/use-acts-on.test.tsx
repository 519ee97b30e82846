import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useUndoStore } from "../../../shared/undo/store";
import { clearFleet, useFleet } from "../fleet/store";
import { openPanel, useView } from "../fleet/view";
import { machine } from "../model/machine-for-tests";
import { useActsOn } from "./use-acts-on";

vi.mock("../../../shared/records/use-guarded", () => ({
  useGuarded: () => ({ guarded: (_: number, __: string, run: () => void) => run() }),
}));

afterEach(() =>
  act(() => {
    clearFleet();
    openPanel(null);
    useUndoStore.setState({ toasts: [] });
  }),
);

it.each(["block", "release"] as const)("of equipment alone, %s says that it has no check-in", (name) => {
  const machines = [machine("bucket", { isEquipment: true }), machine("digger", {})];
  useFleet.setState({ machines: new Map(machines.map((each) => [each.id, each])) });
  const release = vi.fn();
  const { result } = renderHook(() => useActsOn({ release } as never, () => []));
  act(() => result.current[name](["bucket"]));
  expect(useUndoStore.getState().toasts.map(({ text }) => text)).toEqual(["Equipment has no check-in"]);
  expect(useView.getState().panel).toBeNull();
  expect(release).not.toHaveBeenCalled();
  act(() => result.current[name](["bucket", "digger"]));
  if (name === "block") expect(useView.getState().panel).toEqual({ kind: "block", ids: ["bucket", "digger"] });
  else expect(release).toHaveBeenCalledExactlyOnceWith(["bucket", "digger"]);
});
