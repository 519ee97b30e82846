import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { KindProvider } from "../../../shared/records/kind";
import { office } from "../../../shared/testing/recorded";
import { show } from "../../../shared/testing/render";
import { useUndoStore } from "../../../shared/undo/store";
import { machineKind } from "../fleet/kind";
import { useFleet } from "../fleet/store";
import { useView } from "../fleet/view";
import { machine } from "../model/machine-for-tests";
import { type ActsOn, useActsOn } from "./use-acts-on";

const none = () => [];
let acts: ActsOn;

function Acts({ release }: { release: () => void }) {
  acts = useActsOn({ release } as never, none);
  return null;
}

it.each(["block", "release"] as const)("of equipment alone, %s says that it has no check-in", async (name) => {
  const machines = [machine("bucket", { isEquipment: true }), machine("digger", {})];
  useFleet.setState({ machines: new Map(machines.map((each) => [each.id, each])) });
  const release = vi.fn();
  await show(
    <KindProvider value={machineKind}>
      <Acts release={release} />
    </KindProvider>,
    { appState: { ...office.appState, connections: [] } },
  );
  act(() => acts[name](["bucket"]));
  expect(useUndoStore.getState().toasts.map(({ text }) => text)).toEqual(["Equipment has no check-in"]);
  expect(useView.getState().panel).toBeNull();
  expect(release).not.toHaveBeenCalled();
  act(() => acts[name](["bucket", "digger"]));
  if (name === "block") expect(useView.getState().panel).toEqual({ kind: "block", ids: ["bucket", "digger"] });
  else expect(release).toHaveBeenCalledExactlyOnceWith(["bucket", "digger"]);
});
