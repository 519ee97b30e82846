import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FolderEvent } from "../../ipc";
import { FailureError } from "../../ipc/failure-error";
import { canUndoAct, noteAct } from "../../shared/records/undoable-batches";
import { failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { offerUndo, useUndoStore } from "../../shared/undo/store";
import { open, va } from "./sync-for-tests";

giveElementsASize();

describe("what a folder keeps", () => {
  it("tells what happened by cause, and the names on demand", async () => {
    const event = (id: number): FolderEvent => ({
      id,
      at: "2026-11-20T11:00:00Z",
      folder: va.id,
      target: null,
      folderName: va.name,
      kind: "replaced",
      shownName: `HA-${id}.pdf`,
      section: "Tegninger VA",
      by: "Kari · KONTOR-07",
      detail: "",
    });
    await open(`/folders/${va.id}/activity`, {
      folderActivity: { events: [event(3), event(2), event(1)], hasOlder: false },
    });
    const line = (await screen.findByText("3 replaced")).closest("li");
    expect(line?.textContent).toContain("Kari · KONTOR-07");
  });

  it("says what was chosen in words, and shows no words of the program", async () => {
    const event = (id: number, kind: FolderEvent["kind"], detail: string): FolderEvent => ({
      id,
      at: "2026-11-20T11:00:00Z",
      folder: va.id,
      target: null,
      folderName: va.name,
      kind,
      shownName: `HA-${id}.pdf`,
      section: "VA",
      by: "",
      detail,
    });
    const events = [
      event(4, "resolved", '{"keep":"remote","reason":"replacedElsewhere"}'),
      event(3, "restored", "57"),
      event(2, "failed", "locked"),
      event(1, "uploaded", "changed"),
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
    const line = (id: number, name: string, by: Partial<FolderEvent>): FolderEvent => ({
      id,
      at: `2026-11-20T1${Math.abs(id)}:00:00Z`,
      folder: va.id,
      target: null,
      folderName: va.name,
      kind: "replaced",
      shownName: name,
      section: "Tegninger VA",
      by: "Kari · KONTOR-07",
      detail: "",
      ...by,
    });
    const byHand = { folder: null, target: va.target, folderName: "", by: "", kind: "uploaded" as const };
    const totals = { rows: 52, saved: 50, partly: 2, already: 0, refused: 0, unknown: 0, notTried: 0, unchanged: 0 };
    const batch = {
      id: 7,
      kind: "block",
      message: null,
      at: "2026-11-20T09:00:00Z",
      finishedAt: "2026-11-20T09:00:02Z",
      stopped: null,
      reverts: null,
      revertedBy: null,
      totals,
    };
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
    act(() => undone({ batch: { ...batch, kind: "revert", totals: { ...totals, saved: 49 } }, rows: [] }));
    const toasts = () => useUndoStore.getState().toasts.map(({ text }) => text);
    await waitFor(() => expect(toasts(), "what stays as it was is told").toContain("Undone: 51 of 52"));
    expect(screen.queryByText("52 machines blocked."), "nothing offers to undo it again").toBeNull();
    expect(canUndoAct("machines")).toBe(false);
  });

  it("titles the activity of everything with its place, also while it is read and when it cannot be", async () => {
    const reading = { listProjects: { projects: [], readAt: null } as never, batches: [] as never };
    const title = () => screen.findByRole("heading", { name: "Activity", level: 1 });
    const { unmount } = await open("/activity", { ...reading, folderActivity: () => new Promise(() => {}) });
    expect(await title()).toBeVisible();
    expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("href", "/overview");
    unmount();
    await open("/activity", { ...reading, folderActivity: () => Promise.reject(new FailureError(failure("busy"))) });
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(await title()).toBeVisible();
  });

  it("is synced to another section of the same project when asked", async () => {
    const { user, bridge } = await open(`/folders/${va.id}/settings`, {
      folderLeftOut: [],
      ignoreRuleNames: (names) => names,
      retargetFolder: null,
    });
    await user.click(await screen.findByRole("button", { name: "Change project or section…" }));
    await user.click(screen.getByRole("button", { name: "Choose project…" }));
    await user.type(screen.getByRole("textbox", { name: "Number or name" }), "{Enter}");
    expect(bridge.calls("retargetFolder"), "Enter in the search does not save").toEqual([]);
    const section = screen.getByRole("textbox", { name: "Section" });
    await user.clear(section);
    await user.type(section, "Profiler");
    await user.click(screen.getByRole("button", { name: "Sync to this place" }));
    expect(bridge.calls("retargetFolder")).toEqual([
      [va.id, { target: va.target, section: "Profiler", sectionsBySubfolder: false, deletes: va.deletes }],
    ]);
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
