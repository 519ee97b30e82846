import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { BatchReport } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { useUndoLast } from "../../../shared/records/use-undo-last";
import type { Answers } from "../../../shared/testing/bridge";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { type Acts, useActs } from "./use-acts";

const none = { rows: 1, saved: 1, already: 0, refused: 0, conflicts: 0, gone: 0, partly: 0, notSent: 0, unknown: 0 };
const report = (id: number, kind: "create" | "revert") =>
  ({
    batch: { id, kind, totals: none, at: "2026-11-20T11:00:00Z" },
    rows: [{ machineId: "1", number: "1099", name: null, outcome: "saved", cells: [] }],
  }) as unknown as BatchReport;

let acts: Acts;
let undo: () => void;

function Screen() {
  acts = useActs(() => {});
  undo = useUndoLast(acts);
  return null;
}

const open = (answers: Answers) =>
  show(
    <KindProvider value={{ ...machineKind, settled: async () => {} }}>
      <Screen />
    </KindProvider>,
    { revertBatch: report(8, "revert"), ...answers },
  );

it("a machine that was created has Undo on its toast, and Ctrl Z takes it back", async () => {
  const { bridge } = await open({});
  await act(() => acts.created(report(7, "create"), true));
  const toasts = within(screen.getByRole("region", { name: "Just done" }));
  expect(toasts.getByText("1099 created. Invisible characters were removed from the number.")).toBeVisible();
  expect(toasts.getByRole("button", { name: "Undo" })).toBeVisible();
  act(() => undo());
  await waitFor(() => expect(bridge.calls("revertBatch")).toEqual([[7]]));
});

it("Ctrl Z finds an act that was done before this window in the journal", async () => {
  const { batch } = report(7, "create");
  const { bridge } = await open({ undoable: { of: "records", batch, connection: "Nordre", thisRun: true } });
  act(() => undo());
  await waitFor(() => expect(bridge.calls("revertBatch")).toEqual([[7]]));
  expect(bridge.calls("undoable")).toEqual([["machines"]]);
});
