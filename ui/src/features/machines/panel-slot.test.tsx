import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { BatchReport } from "../../ipc";
import { KindProvider } from "../../shared/records/kind";
import { show } from "../../shared/testing/render";
import type { Acts } from "./actions/use-acts";
import { machineKind } from "./fleet/kind";
import type { Rows } from "./fleet/use-rows";
import { openPanel, setView } from "./fleet/view";
import { PanelSlot } from "./PanelSlot";

const totals = { already: 0, partly: 0, conflicts: 0, gone: 0, excluded: 0, refused: 0, notSent: 0, unknown: 0 };
const batch = { id: 7, kind: "block", message: null, at: "2026-11-20T11:00:00Z", finishedAt: "2026-11-20T11:00:01Z" };
const report = {
  batch: {
    ...batch,
    stopped: null,
    reverts: null,
    revertedBy: null,
    undoLeft: null,
    totals: { ...totals, rows: 2, saved: 2 },
  },
  rows: [],
} as unknown as BatchReport;

it("Undo in the panel gives the focus to the cell it came from, whose keys act on", async () => {
  const cell = { row: 3, column: 2 };
  setView({ range: { anchor: cell, focus: cell } });
  openPanel({ kind: "report", report });
  const acts = { undo: vi.fn() };
  const api = {
    ensureColumnVisible: vi.fn(),
    ensureIndexVisible: vi.fn(),
    getColumn: () => null,
    setFocusedCell: vi.fn(),
  };
  const { user } = await show(
    <KindProvider value={machineKind}>
      <PanelSlot
        acts={acts as unknown as Acts}
        door={{ current: { api } } as never}
        edits={{} as never}
        readOnly={false}
        rows={{ all: [], shown: [] } as unknown as Rows}
      />
    </KindProvider>,
    { batches: [], plannedReleases: [] },
  );
  await user.click(await screen.findByRole("button", { name: "Undo 2" }));
  expect(acts.undo).toHaveBeenCalledExactlyOnceWith(7);
  expect(api.setFocusedCell).toHaveBeenCalledExactlyOnceWith(3, expect.any(String));
});
