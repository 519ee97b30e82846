import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { KindProvider } from "../../../shared/records/kind";
import { show } from "../../../shared/testing/render";
import type { Edits } from "../actions/use-edits";
import { machineKind } from "../fleet/kind";
import { replacePending, useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import type { ColumnName } from "../model/fields";
import { machine, pendingEdit } from "../model/machine-for-tests";
import type { FleetRow } from "../model/rows";
import type { Machine } from "../model/types";
import { CellNote } from "./CellNote";

/** Shows the note of a cell that has the focus. */
async function open(column: ColumnName, one: Machine, edits: Pick<Edits, "mean"> = { mean: vi.fn() }) {
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  const box = document.createElement("div");
  box.innerHTML = `<div row-id="${one.id}"><span col-id="${column}"></span></div>`;
  document.body.append(box);
  const rows = [{ id: one.id, machine: one } as FleetRow];
  const shown = await show(
    <KindProvider value={machineKind}>
      <CellNote api={() => null} box={{ current: box }} edits={edits as Edits} shown={() => rows} />
    </KindProvider>,
  );
  const at = { row: 0, column: useView.getState().order.indexOf(column) };
  act(() => setView({ range: { anchor: at, focus: at } }));
  return shown;
}

it("names the machine that has almost the same number, opens it, and takes the number where it is meant", async () => {
  const mean = vi.fn();
  const { user } = await open("machineNumber", machine("2103"), { mean });
  const params = { number: "42", known: "0042 Volvo EC220", id: "m42" };
  const problem = { code: "sameNumberOtherwise" as const, message: "", params };
  const edit = pendingEdit("2103", "machineNumber", { text: "42", problem });
  act(() => replacePending([edit]));
  const note = screen.getByRole("status");
  expect(note).toHaveTextContent("42 is almost the same number as 0042 Volvo EC220");
  await user.click(screen.getByRole("button", { name: "It is another machine" }));
  expect(mean).toHaveBeenCalledExactlyOnceWith(edit);
  await user.click(screen.getByRole("button", { name: "Open the other" }));
  expect(useView.getState().panel).toEqual({ kind: "detail", id: "m42" });
  act(() => replacePending([pendingEdit("2103", "machineNumber", { value: "Z701", cleaned: true })]));
  expect(note).toHaveTextContent(/^Invisible characters were removed from the number\.$/);
});

it("shows below the cell that an hour meter is lower than before, and what it was", async () => {
  await open("hourMeter", machine("2103", { hourMeter: 7464 }));
  expect(screen.queryByRole("status")).toBeNull();
  act(() => replacePending([pendingEdit("2103", "hourMeter", { base: 7464, value: 1600, falls: true })]));
  expect(screen.getByRole("status")).toHaveTextContent(/^Lower than before: 7.464/);
});
