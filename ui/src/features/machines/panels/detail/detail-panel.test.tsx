import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { MachineDetail } from "../../../../ipc";
import { KindProvider } from "../../../../shared/records/kind";
import { show } from "../../../../shared/testing/render";
import { machineKind } from "../../fleet/kind";
import { useFleet } from "../../fleet/store";
import { machine } from "../../model/machine-for-tests";
import { DetailPanel } from "./DetailPanel";

it("marks an unusual fuel value, as the grid does", async () => {
  const one = machine("2103", {
    fuelConsumptionRate: 0,
    fuelConsumptionUnit: 0,
    fuelType: 1,
    unusualFuel: ["zeroRate"],
  });
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  await show(
    <KindProvider value={machineKind}>
      <DetailPanel
        acts={{} as never}
        edits={{} as never}
        id="2103"
        onClose={vi.fn()}
        readOnly={false}
        refused={null}
        rows={{ all: [], shown: [] } as never}
      />
    </KindProvider>,
    {
      machineDetail: { row: { id: "2103" }, responsible: null, history: [] } as unknown as MachineDetail,
      batches: [],
    },
  );
  const fuel = screen.getByRole("group", { name: "Fuel" });
  expect(within(fuel).getByText("Consumption is 0 although a fuel is set.")).toBeVisible();
});
