import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { BatchReport, EditResult, PendingEdit } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { forgetActs } from "../../../shared/records/use-undo-last";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { clearFleet, replacePending } from "../fleet/store";
import { forgetMachines, useView } from "../fleet/view";
import { useActs } from "./use-acts";
import { useEdits } from "./use-edits";

afterEach(() =>
  act(() => {
    clearFleet();
    forgetMachines();
    forgetActs("machines");
  }),
);

const edit = (machineId: string): PendingEdit => ({
  machineId,
  field: "hourMeter",
  base: 10,
  value: 12,
  text: null,
  problem: null,
  changed: false,
  theirs: null,
  failure: null,
});
const kind = { ...machineKind, settled: async () => replacePending([]) };

/** What a batch did: as wanted with the first machine, and nothing with the second. */
function report(id: number, kind: "edits" | "revert"): BatchReport {
  const totals = { saved: 1, refused: 1, conflicts: 0, gone: 0, partly: 0, notSent: 0, unknown: 0 };
  const rows = [
    { machineId: "1", outcome: "saved" },
    { machineId: "2", outcome: "refused" },
  ];
  return { batch: { id, kind, totals }, rows } as unknown as BatchReport;
}

function Buttons() {
  const acts = useActs(() => {});
  const edits = useEdits(() => {});
  return (
    <>
      <button onClick={() => void acts.save(null)} type="button">
        save
      </button>
      <button onClick={() => acts.undo(7)} type="button">
        back
      </button>
      <button onClick={() => void edits.redo()} type="button">
        redo
      </button>
    </>
  );
}

it("redoes an undone save as edits that wait for the next save", async () => {
  const { user, bridge } = await show(
    <KindProvider value={kind}>
      <Buttons />
    </KindProvider>,
    {
      saveEdits: report(7, "edits"),
      revertBatch: report(8, "revert"),
      editMachines: { cells: [], cleared: [], before: [], state: {} } as unknown as EditResult,
    },
  );
  act(() => replacePending([edit("1"), edit("2")]));
  await user.click(screen.getByRole("button", { name: "save" }));
  expect(useView.getState().commands.undone).toEqual([]);
  await user.click(screen.getByRole("button", { name: "back" }));
  await user.click(screen.getByRole("button", { name: "redo" }));
  const again = [{ machineId: "1", field: "hourMeter", input: { kind: "value", value: 12 } }];
  expect(bridge.calls("editMachines").map(([edits]) => edits)).toEqual([again]);
  expect(bridge.calls("saveEdits")).toHaveLength(1);
  expect(useView.getState().commands.done.at(-1)?.after).toEqual(again);
});
