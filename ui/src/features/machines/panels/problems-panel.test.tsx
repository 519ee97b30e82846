import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PendingEdit } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending, useFleet } from "../fleet/store";
import type { Rows } from "../fleet/use-rows";
import { setView } from "../fleet/view";
import { machine } from "../model/machine-for-tests";
import type { FleetRow } from "../model/rows";
import { ProblemsPanel } from "./ProblemsPanel";

const bad = (machineId: string, field: string): PendingEdit => ({
  machineId,
  field,
  base: null,
  value: null,
  text: "twelve",
  problem: { code: "notNumber", message: "", params: {} },
  changed: false,
  theirs: null,
  failure: null,
});

it("lists what was not understood in the order of the rows and their columns", async () => {
  const machines = ["1021", "1063"].map((number) => machine(number, { machineNumber: number }));
  useFleet.setState({ machines: new Map(machines.map((each) => [each.id, each])) });
  const all = machines.map((each) => ({ id: each.id, machine: each }) as FleetRow);
  const [first, second] = machines.map(({ id }) => id);
  replacePending([bad(second ?? "", "hourMeter"), bad(first ?? "", "serviceDate"), bad(first ?? "", "hourMeter")]);
  const rows = { all, shown: all } as unknown as Rows;
  await show(
    <KindProvider value={machineKind}>
      <ProblemsPanel edits={{} as never} onClose={vi.fn()} onShow={vi.fn()} rows={rows} />
    </KindProvider>,
  );
  const listed = screen.getAllByRole("button", { name: / · / }).map(({ textContent }) => textContent);
  expect(listed).toEqual(["1021 · Hour meter", "1021 · Last service", "1063 · Hour meter"]);
});

it("says nothing of a paste once none of its cells is to be read", async () => {
  const one = machine("1021", { machineNumber: "1021" });
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  const conflict: PendingEdit = { ...bad(one.id, "hourMeter"), text: null, problem: null, value: 12, changed: true };
  replacePending([bad(one.id, "serviceDate"), conflict]);
  setView({ pasted: { cells: 6, problems: 1, outside: 0 } });
  const all = [{ id: one.id, machine: one } as FleetRow];
  await show(
    <KindProvider value={machineKind}>
      <ProblemsPanel
        edits={{} as never}
        onClose={vi.fn()}
        onShow={vi.fn()}
        rows={{ all, shown: all } as unknown as Rows}
      />
    </KindProvider>,
  );
  expect(screen.getByText(/6 cells pasted/)).toBeVisible();
  act(() => replacePending([conflict]));
  expect(screen.queryByText(/6 cells pasted/)).toBeNull();
});
