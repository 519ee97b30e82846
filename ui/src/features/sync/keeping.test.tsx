import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FolderEvent } from "../../ipc";
import { FailureError } from "../../ipc/failure-error";
import { lastAct, noteAct } from "../../shared/records/undoable-batches";
import { failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { axeFindings } from "../../shared/testing/render";
import { offerUndo, useUndoStore } from "../../shared/undo/store";
import { blocked, event, open, va } from "./sync-for-tests";

giveElementsASize();

const reading = { listProjects: { projects: [], readAt: null } as never, batches: [] as never };

describe("what a folder keeps", () => {
  it("says what was chosen in words, and shows no words of the program", async () => {
    const events = [
      event(4, { kind: "resolved", detail: '{"keep":"remote","reason":"replacedElsewhere"}' }),
      event(3, { kind: "restored", detail: "57" }),
      event(2, { kind: "failed", detail: "locked" }),
      event(1, { kind: "uploaded", detail: "changed" }),
    ];
    await open(`/folders/${va.id}/activity`, { folderActivity: { events, hasOlder: false } });
    await screen.findByText("1 conflict resolved");
    const named = screen.getAllByText(/^HA-\d/).map(({ textContent }) => textContent);
    expect(named).toEqual([
      "HA-4.pdf · VA · Keep project version",
      "HA-3.pdf · VA",
      "HA-2.pdf · VA · Open in another program",
      "HA-1.pdf · VA",
    ]);
  });

  it("tells what was done of everything, by area and by name", async () => {
    const line = (id: number, shownName: string, more: Partial<FolderEvent>) =>
      event(id, { shownName, section: "Tegninger VA", by: "Kari · KONTOR-07", ...more });
    const byHand = { folder: null, target: va.target, folderName: "", by: "", kind: "uploaded" as const };
    const batch = blocked(7, 52, { saved: 50, partly: 2 });
    let undone: (report: object) => void = () => {};
    const { user, bridge } = await open("/activity", {
      folderActivity: {
        events: [line(3, "HA-101.pdf", {}), line(3, "HA-102.pdf", { id: 2 }), line(-1, "Notat.pdf", byHand)],
        hasOlder: true,
      },
      batches: (resource) => (resource === "machines" ? [batch] : []) as never,
      listProjects: { projects: [], readAt: null } as never,
      revertBatch: () =>
        new Promise((settle) => {
          undone = settle as never;
        }),
      copyText: null,
      exportTable: { rows: 1, file: { fileId: "t1", name: "Fielddesk.xlsx" } } as never,
    });
    await screen.findByText(/52 machines|52 rows/);
    expect(screen.getByText(/^The newest files are listed/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Done manually1" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Done manually1" }));
    await user.click(screen.getByRole("textbox", { name: "Search in activity" }));
    await user.paste("ha-101");
    await waitFor(() => expect(screen.queryByText(/52 machines|52 rows/)).toBeNull());
    expect(screen.getByText(/^HA-101/), "the line is open for what was found").toBeVisible();
    expect(screen.queryByText(/^HA-102/)).toBeNull();
    expect(screen.getByRole("button", { name: "Done manually0" }), "counts what the search found").toBeVisible();
    expect(screen.getByRole("button", { name: /^Synced folders1$/ })).toBeVisible();
    expect(screen.getByText("and 1 more")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy as table" }));
    expect(bridge.calls("copyText")[0]?.[0]).toContain("HA-101.pdf");
    expect(bridge.calls("copyText")[0]?.[0]).not.toContain("Notat.pdf");
    await user.click(screen.getByRole("button", { name: "Export…" }));
    const time = expect.stringMatching(/^2026-11-20 \d\d:00:00$/);
    expect(bridge.calls("exportTable")[0]?.[0]).toEqual([
      ["Time", "Activity", "Section", "File", "By"],
      [time, `2 replaced · ${va.name}`, "Tegninger VA", "HA-101.pdf", "Kari · KONTOR-07"],
    ]);
    await user.clear(screen.getByRole("textbox", { name: "Search in activity" }));
    act(() => noteAct("machines", 7, offerUndo({ text: "52 machines blocked.", undo: () => {} })));
    await user.dblClick(await screen.findByRole("button", { name: /^Undo: / }));
    expect(bridge.calls("revertBatch"), "the second click undoes nothing more").toEqual([[7]]);
    act(() => undone({ batch: { ...blocked(7, 52, { saved: 49, partly: 2 }), kind: "revert" }, rows: [] }));
    const toasts = () => useUndoStore.getState().toasts.map(({ text }) => text);
    await waitFor(() => expect(toasts(), "what stays as it was is told").toContain("Undone: 51 of 52"));
    expect(screen.queryByText("52 machines blocked."), "nothing offers to undo it again").toBeNull();
    expect(lastAct("machines")).toBeUndefined();
  });

  it("titles the activity of everything with its place, also while it is read and when it cannot be", async () => {
    const title = () => screen.findByRole("heading", { name: "Activity", level: 1 });
    const { unmount } = await open("/activity", { ...reading, folderActivity: () => new Promise(() => {}) });
    expect(await title()).toBeVisible();
    expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("href", "/overview");
    unmount();
    await open("/activity", { ...reading, folderActivity: () => Promise.reject(new FailureError(failure("busy"))) });
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(await title()).toBeVisible();
  });

  it("asks the same about deletes as the wizard, saved at once", async () => {
    const { user, bridge } = await open(`/folders/${va.id}/settings`, {
      folderLeftOut: [{ rule: "Office lock files", files: 2 }],
      ignoreRuleNames: (names) => names,
      setFolderDeletes: null,
    });
    await user.click(await screen.findByRole("radio", { name: "Never delete from the project" }));
    expect(bridge.calls("setFolderDeletes")).toEqual([[va.id, "keep"]]);
    expect(screen.getByText("Office lock files")).toBeVisible();
  });

  it("says without a number that the rest of what is not uploaded needs a choice", async () => {
    const counts = { all: 8, needsDecision: 3, failed: 0, waiting: 0, working: 0, inStep: 5, offline: 0, paused: 0 };
    await open(`/folders/${va.id}/waiting`, { folderFiles: { files: [], total: 0, counts } });
    expect(await screen.findByText("Only what is in Action needed is left")).toBeVisible();
  });

  it("says at the list why a file cannot be shown in its folder", async () => {
    const { user, bridge } = await open(`/folders/${va.id}/files`);
    bridge.refuses("showFolder", failure("busy"));
    const [first] = await screen.findAllByRole("button", { name: /^Show in folder: / });
    if (first === undefined) throw new Error("Files are recorded.");
    await user.click(first);
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("shows what was refused until it is closed or the tab is left", async () => {
    const { user, bridge } = await open(`/folders/${va.id}/activity`, { folderLeftOut: [] });
    bridge.refuses("compareFolder", failure("busy"));
    const refused = async () => {
      await user.click(await screen.findByRole("button", { name: "Sync now" }));
      return screen.findByRole("alert");
    };
    await refused();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await refused();
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("says what a comparison byte for byte found", async () => {
    const { user } = await open("/folders", {
      verifyFolder: { same: 8, different: 0, missing: 0, notChecked: 0, rows: [] },
    });
    await user.click(await screen.findByRole("button", { name: "Verify: HMS felles" }));
    expect(await screen.findByText("8 documents verified, byte for byte.")).toBeVisible();
  });
});

it("says of a folder from where to where it was moved, each time", async () => {
  const moved = (id: number, detail: string, folder = va.id) =>
    event(id, { kind: "moved", shownName: "", section: "", detail, folder });
  const events = [moved(4, "/gone", "another"), moved(3, "/two"), moved(2, "/one")];
  await open("/activity", { ...reading, folderActivity: { events, hasOlder: false } });
  expect(await screen.findByText(`from /two to ${va.shownPath}`)).toBeVisible();
  expect(screen.getByText("from /one to /two")).toBeVisible();
  expect(screen.getByText("from /gone"), "a folder that is synced no longer").toBeVisible();
});

it("names the one machine that was changed, and several once they are opened", async () => {
  const row = (number: string, name: string | null) => ({ machineId: number, number, name, cells: [], failure: null });
  const { user, bridge } = await open("/activity", {
    ...reading,
    folderActivity: { events: [], hasOlder: false },
    batches: (resource) => (resource === "machines" ? [blocked(7, 1), blocked(8, 2)] : []) as never,
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
