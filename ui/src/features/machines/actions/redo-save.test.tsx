import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { BatchReport, EditResult } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import type { Answers } from "../../../shared/testing/bridge";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { replacePending } from "../fleet/store";
import { openPanel, setView, useView } from "../fleet/view";
import { pendingEdit } from "../model/machine-for-tests";
import { noCommands } from "../model/undo";
import { useActs } from "./use-acts";
import { useEdits } from "./use-edits";

const edit = (machineId: string) => pendingEdit(machineId, "hourMeter", { base: 10, value: 12 });
const kind = { ...machineKind, settled: async () => replacePending([]) };

/** What a batch did: as wanted with the first machine, and nothing with the second. */
function report(id: number, kind: "edits" | "revert"): BatchReport {
  const totals = { ...none, saved: 1, refused: 1 };
  const rows = [
    { machineId: "1", outcome: "saved", cells: [] },
    { machineId: "2", outcome: "refused", cells: [] },
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
      <button onClick={() => void edits.discard()} type="button">
        discard
      </button>
    </>
  );
}

const none = { saved: 0, refused: 0, conflicts: 0, gone: 0, partly: 0, notSent: 0, unknown: 0 };

const open = (answers: Answers) =>
  show(
    <KindProvider value={kind}>
      <Buttons />
    </KindProvider>,
    answers,
  );

it("redoes an undone save as edits that wait for the next save", async () => {
  const { user, bridge } = await open({
    saveEdits: report(7, "edits"),
    revertBatch: report(8, "revert"),
    editMachines: { cells: [], cleared: [], before: [], state: {} } as unknown as EditResult,
  });
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

it("a shown save tells no more of a machine that was saved since, and goes when it has nothing else to tell", async () => {
  const totals = { ...none, rows: 1, saved: 1 };
  const saving = (machineId: string) =>
    ({
      batch: { id: 9, kind: "edits", totals },
      rows: [{ machineId, outcome: "saved", cells: [] }],
    }) as unknown as BatchReport;
  const { user, bridge } = await open({ saveEdits: saving("2") });
  const first = {
    batch: { id: 7, kind: "edits", totals: { ...totals, rows: 3, conflicts: 2 } },
    rows: [
      { machineId: "1", outcome: "saved", cells: [] },
      { machineId: "2", outcome: "conflict", cells: [] },
      { machineId: "3", outcome: "conflict", cells: [] },
    ],
  } as unknown as BatchReport;
  act(() => openPanel({ kind: "report", report: first }));
  await user.click(screen.getByRole("button", { name: "save" }));
  const { panel } = useView.getState();
  const told = panel?.kind === "report" ? panel.report : null;
  expect(told?.rows.map(({ machineId }) => machineId)).toEqual(["1", "3"]);
  expect(told?.batch.totals.rows).toBe(2);
  bridge.answers({ saveEdits: saving("3") });
  await user.click(screen.getByRole("button", { name: "save" }));
  expect(useView.getState().panel).toBeNull();
});

it("says how much was discarded, and brings it back", async () => {
  const state = {} as EditResult["state"];
  const result = { before: [], cells: [], cleared: [], problems: 0, state } as unknown as EditResult;
  const { user, bridge } = await open({ editMachines: result });
  act(() => replacePending([edit("1"), edit("2")]));
  await user.click(screen.getByRole("button", { name: "discard" }));
  expect((await screen.findAllByText("2 changes discarded.")).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  const back = (machineId: string) => ({ machineId, field: "hourMeter", input: { kind: "value", value: 12 } });
  expect(bridge.calls("editMachines").at(-1)?.[0]).toEqual([back("1"), back("2")]);
  // Brought back by Ctrl Z, its toast no longer offers it.
  act(() => replacePending([edit("1")]));
  await user.click(screen.getByRole("button", { name: "discard" }));
  expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
  act(() => setView({ commands: noCommands }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
});

it("names the one machine whose change is undone, with what cannot be taken back of it", async () => {
  const totals = { ...none, rows: 1, saved: 1 };
  const revert = (saved: number, left: "cannotBeEmptied" | null) =>
    ({
      batch: { id: 8, kind: "revert", totals: { ...totals, saved } },
      rows: [
        {
          machineId: "1",
          number: "3204",
          name: "Volvo",
          outcome: saved === 1 ? "saved" : "kept",
          cells: left === null ? [] : [{ field: "fuelConsumptionRate", old: 7, new: null, left }],
        },
      ],
    }) as unknown as BatchReport;
  const { user, bridge } = await open({ revertBatch: revert(1, null) });
  const toasts = within(screen.getByRole("region", { name: "Just done" }));
  await user.click(screen.getByRole("button", { name: "back" }));
  expect(await toasts.findByText("Change undone: 3204 Volvo.")).toBeVisible();
  bridge.answers({ revertBatch: revert(0, "cannotBeEmptied") });
  await user.click(screen.getByRole("button", { name: "back" }));
  expect(await toasts.findByText(/^3204 Volvo: .* keeps 7: it can be changed but not cleared\.$/)).toBeVisible();
  expect(useView.getState().panel).toBeNull();
});
