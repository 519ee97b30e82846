import { act, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { MachineDetail } from "../../../../ipc";
import { useQuestion } from "../../../../shared/records/ask";
import { KindProvider } from "../../../../shared/records/kind";
import { show } from "../../../../shared/testing/render";
import { machineKind } from "../../fleet/kind";
import { replacePending, useFleet } from "../../fleet/store";
import { machine, pendingEdit } from "../../model/machine-for-tests";
import type { Machine } from "../../model/types";
import { DetailPanel } from "./DetailPanel";

const acts = { save: vi.fn() };

/** Shows the panel of a machine of this fleet. */
function open(id: string, ...machines: Machine[]) {
  useFleet.setState({ machines: new Map(machines.map((each) => [each.id, each])) });
  return show(
    <KindProvider value={machineKind}>
      <DetailPanel
        acts={acts as never}
        edits={{ idle: async () => {} } as never}
        id={id}
        onClose={vi.fn()}
        readOnly={false}
        refused={null}
        rows={{ all: [], shown: [] } as never}
      />
    </KindProvider>,
    {
      machineDetail: { row: { id }, responsible: null, history: [] } as unknown as MachineDetail,
      batches: [],
      plannedReleases: [],
    },
  );
}

it("marks an unusual fuel value, as the grid does", async () => {
  const values = { fuelConsumptionRate: 0, fuelConsumptionUnit: 0, fuelType: 1 };
  await open("2103", machine("2103", { ...values, unusualFuel: ["zeroRate"] }));
  const fuel = screen.getByRole("group", { name: "Fuel" });
  expect(within(fuel).getByText("Consumption is 0 although a fuel is set.")).toBeVisible();
});

it("asks before an hour meter is saved that is lower than before", async () => {
  const { user } = await open("2103", machine("2103", { hourMeter: 7464 }));
  act(() => replacePending([pendingEdit("2103", "hourMeter", { base: 7464, value: 1600, falls: true })]));
  expect(screen.getByText("Lower than before")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Save 1 change/ }));
  const asked = await vi.waitUntil(() => useQuestion.getState().question);
  expect(asked?.text).toBe("1 hour meter is lower than before. Save it all the same?");
  expect(acts.save).not.toHaveBeenCalled();
  asked?.run();
  expect(acts.save).toHaveBeenCalledExactlyOnceWith(["2103"]);
});

it.each<[string, string, Machine[]]>([
  ["is no longer there", "Machine deleted", []],
  ["was blocked by others", "Start unknown.", [machine("1", { blockCheckIn: true })]],
  [
    "belongs to one that is gone",
    "The machine it belonged to was deleted",
    [machine("1", { isEquipment: true, parentMachineId: "gone" })],
  ],
])("says of a machine that it %s", async (_, words, machines) => {
  await open("1", ...machines);
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
});
