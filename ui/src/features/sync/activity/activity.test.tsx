import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FolderEvent } from "../../../ipc";
import { giveElementsASize } from "../../../shared/testing/layout";
import { axeFindings } from "../../../shared/testing/render";
import { open, va } from "../sync-for-tests";

giveElementsASize();

const reading = { listProjects: { projects: [], readAt: null } as never, batches: [] as never };

it("says of a folder from where to where it was moved, each time", async () => {
  const moved = (id: number, detail: string, folder = va.id): FolderEvent => ({
    id,
    at: `2026-11-20T1${id}:00:00Z`,
    folder,
    target: null,
    folderName: va.name,
    kind: "moved",
    shownName: "",
    section: "",
    by: "",
    detail,
  });
  const events = [moved(4, "/gone", "another"), moved(3, "/two"), moved(2, "/one")];
  await open("/activity", { ...reading, folderActivity: { events, hasOlder: false } });
  expect(await screen.findByText(`from /two to ${va.shownPath}`)).toBeVisible();
  expect(screen.getByText("from /one to /two")).toBeVisible();
  expect(screen.getByText("from /gone"), "a folder that is synced no longer").toBeVisible();
});

it("names the one machine that was changed, and several once they are opened", async () => {
  const totals = { rows: 1, saved: 1, partly: 0, already: 0, refused: 0, unknown: 0, notTried: 0, unchanged: 0 };
  const batch = (id: number, rows: number) => ({
    id,
    kind: "block",
    message: null,
    at: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:00:02Z",
    stopped: null,
    reverts: null,
    revertedBy: null,
    totals: { ...totals, rows, saved: rows },
  });
  const row = (number: string, name: string | null) => ({ machineId: number, number, name, cells: [], failure: null });
  const { user, bridge } = await open("/activity", {
    ...reading,
    folderActivity: { events: [], hasOlder: false },
    batches: (resource) => (resource === "machines" ? [batch(7, 1), batch(8, 2)] : []) as never,
    batchReport: (id) =>
      ({ rows: id === 7 ? [row("M-101", "Volvo EC220")] : [row("M-102", null), row("M-103", null)] }) as never,
  });
  expect(await screen.findByText(/1 machine: M-101 · Volvo EC220$/)).toBeVisible();
  expect(bridge.calls("batchReport"), "of the others nothing is read").toEqual([[7]]);
  await user.click(screen.getByText(/2 machines$/));
  expect(await screen.findByText("M-102")).toBeVisible();
  expect(screen.getByText("M-103")).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
