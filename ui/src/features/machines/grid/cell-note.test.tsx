import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending, useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import { machine, pendingEdit } from "../model/machine-for-tests";
import type { FleetRow } from "../model/rows";
import { CellNote } from "./CellNote";

it("shows below the cell that an hour meter is lower than before, and what it was", async () => {
  const one = machine("2103", { hourMeter: 7464 });
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  const box = document.createElement("div");
  box.innerHTML = '<div row-id="2103"><span col-id="hourMeter"></span></div>';
  document.body.append(box);
  const rows = [{ id: one.id, machine: one } as FleetRow];
  await show(
    <KindProvider value={machineKind}>
      <CellNote api={() => null} box={{ current: box }} edits={{} as never} shown={() => rows} />
    </KindProvider>,
  );
  const at = { row: 0, column: useView.getState().order.indexOf("hourMeter") };
  act(() => setView({ range: { anchor: at, focus: at } }));
  expect(screen.queryByRole("status")).toBeNull();
  act(() => replacePending([pendingEdit("2103", "hourMeter", { base: 7464, value: 1600, falls: true })]));
  expect(screen.getByRole("status")).toHaveTextContent(/^Lower than before: 7.464/);
});
