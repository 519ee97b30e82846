import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PendingEdit } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending, useFleet } from "../fleet/store";
import type { Rows } from "../fleet/use-rows";
import { setView } from "../fleet/view";
import { machine, notNumber, pendingEdit } from "../model/machine-for-tests";
import type { FleetRow } from "../model/rows";
import type { Machine } from "../model/types";
import { ProblemsPanel } from "./ProblemsPanel";

const bad = (machineId: string, field: string) => pendingEdit(machineId, field, notNumber);

/** Shows the panel beside these machines, which have these edits. */
function open(machines: Machine[], edits: PendingEdit[]) {
  useFleet.setState({ machines: new Map(machines.map((each) => [each.id, each])) });
  replacePending(edits);
  const all = machines.map((each) => ({ id: each.id, machine: each }) as FleetRow);
  return show(
    <KindProvider value={machineKind}>
      <ProblemsPanel
        edits={{} as never}
        onClose={vi.fn()}
        onShow={vi.fn()}
        rows={{ all, shown: all } as unknown as Rows}
      />
    </KindProvider>,
  );
}

it("lists what was not understood in the order of the rows and their columns", async () => {
  const machines = ["1021", "1063"].map((number) => machine(number));
  await open(machines, [bad("1063", "hourMeter"), bad("1021", "serviceDate"), bad("1021", "hourMeter")]);
  const listed = screen.getAllByRole("button", { name: / · / }).map(({ textContent }) => textContent);
  expect(listed).toEqual(["1021 · Hour meter", "1021 · Last service", "1063 · Hour meter"]);
});

it("says nothing of a paste once none of its cells is to be read", async () => {
  const conflict = pendingEdit("1021", "hourMeter", { value: 12, changed: true });
  setView({ pasted: { cells: 6, problems: 1, outside: 0, headings: false } });
  await open([machine("1021")], [bad("1021", "serviceDate"), conflict]);
  expect(screen.getByText(/6 cells pasted/)).toBeVisible();
  act(() => replacePending([conflict]));
  expect(screen.queryByText(/6 cells pasted/)).toBeNull();
});
