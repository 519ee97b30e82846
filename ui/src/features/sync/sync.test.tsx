import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FolderConflict } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { folderNamed, office } from "../../shared/testing/recorded";
import { axeFindings } from "../../shared/testing/render";
import { finishUndo, useUndoStore } from "../../shared/undo/store";
import { changed, first, needs, open, va } from "./sync-for-tests";

const hms = folderNamed(office, "HMS felles");
const conflicts = office.conflicts[va.name] ?? [];

/** The time for undo is over. */
async function carryOut() {
  await waitFor(() => expect(useUndoStore.getState().toasts).not.toEqual([]));
  act(() => {
    for (const { id } of useUndoStore.getState().toasts) finishUndo(id);
  });
}

/** The row of a folder in the list, not its name in the column beside it. */
const folderRow = (name: RegExp) => screen.findByRole("listitem", { name });

describe("the list of synced folders", () => {
  it("says each folder's one state with a sentence, worst first", async () => {
    await open("/folders");
    await folderRow(/Action needed\. Tegninger VA/);
    const labels = screen.getAllByRole("listitem").flatMap((item) => item.getAttribute("aria-label") ?? []);
    expect(labels).toEqual([
      "Action needed. Stikningsdata Tengesdal",
      "Action needed. Tegninger VA",
      "Offline. Riggplaner Mölndal",
      "Waiting. Armering bru",
      "Waiting. Modeller skole",
      "Paused. Deponi Retvet",
      "Synced. HMS felles",
    ]);
    const cad = await folderRow(/Armering/);
    expect(within(cad).getByText(/Open in AutoCAD LT\. 1 more\. 6 others synced\./)).toBeVisible();
    expect(
      within(await folderRow(/Rigg/)).getByText(/Folder not found: .*Nothing is removed meanwhile\./),
    ).toBeVisible();
    expect(screen.getByText("Action needed in 2 folders")).toBeVisible();
  });

  it("keeps its rows where they are while the pointer is over them", async () => {
    const { user, bridge } = await open("/folders");
    const last = async () => (await screen.findAllByRole("listitem")).flatMap((item) => item.ariaLabel ?? []).at(-1);
    await user.hover(await folderRow(/HMS felles/));
    act(() => bridge.emit("foldersChanged", changed(hms.id, { state: "needsDecision" })));
    expect(await last()).toBe("Action needed. HMS felles");
    await user.unhover(await folderRow(/HMS felles/));
    expect(await last()).not.toBe("Action needed. HMS felles");
  });

  it("says of a folder on a network drive how often it is checked", async () => {
    await open("/folders", { folders: changed(hms.id, { polledSeconds: 60, polledBecause: "networkDrive" }) });
    expect(within(await folderRow(/HMS/)).getByText(/Checked every 60 s/)).toBeVisible();
  });

  it("pauses and goes on by key", async () => {
    const { user, bridge } = await open("/folders", { pauseFolders: null, resumeFolders: null });
    (await folderRow(/HMS felles/)).focus();
    await user.keyboard("p");
    expect(bridge.calls("pauseFolders")).toEqual([[hms.id, null]]);
    act(() => bridge.emit("foldersChanged", changed(hms.id, { state: "paused", paused: { until: null } })));
    (await folderRow(/Paused\. HMS felles/)).focus();
    await user.keyboard("p");
    expect(bridge.calls("resumeFolders")).toEqual([[hms.id]]);
  });

  it("says until when all folders are paused, as of one that is", async () => {
    const until = new Date();
    until.setHours(23, 58, 0, 0);
    const paused = office.folders.folders.map((folder) => ({ ...folder, state: "paused" as const, paused: null }));
    const all = { ...office.folders, folders: paused, paused: { until: until.toISOString() } };
    await open("/folders", { folders: all });
    expect(within(await folderRow(/HMS/)).getByText(/Paused until (23:58|11:58 PM)/)).toBeVisible();
  });

  it("takes a folder off the list, and tells the desktop side only when the undo is over", async () => {
    const { user, bridge } = await open("/folders", { removeFolder: null });
    await user.click(await screen.findByRole("button", { name: "More for HMS felles" }));
    await user.click(await screen.findByText("Stop syncing"));
    await waitFor(() => expect(screen.queryByRole("listitem", { name: /HMS felles/ })).toBeNull());
    expect(bridge.calls("removeFolder")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await folderRow(/HMS felles/)).toBeVisible();

    await user.click(await screen.findByRole("button", { name: "More for HMS felles" }));
    await user.click(await screen.findByText("Stop syncing"));
    await carryOut();
    await waitFor(() => expect(bridge.calls("removeFolder")).toEqual([[hms.id]]));
  });

  it("offers to resume all while one is paused, beside the pause of the others", async () => {
    const { user, bridge } = await open("/folders", {
      resumeFolders: null,
      folders: { ...office.folders, resumesAll: false },
    });
    await screen.findByRole("button", { name: "Pause all" });
    expect(screen.queryByRole("button", { name: "Resume all" })).toBeNull();
    act(() => bridge.emit("foldersChanged", { ...office.folders, resumesAll: true }));
    await user.click(await screen.findByRole("button", { name: "Resume all" }));
    expect(bridge.calls("resumeFolders")).toEqual([[null]]);
    expect(screen.getByRole("button", { name: "Pause all" })).toBeVisible();
    act(() => bridge.emit("foldersChanged", { ...office.folders, resumesAll: true, paused: { until: null } }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Pause all" })).toBeNull());
  });

  it("names the subfolder whose drive is away, and takes what is there now where a person says so", async () => {
    const rigg = folderNamed(office, "Riggplaner Mölndal");
    const away = { reason: "subfolderAway", reasonDetail: "HMS", reasonName: "plan.pdf", polledBecause: null } as const;
    const { user, bridge } = await open("/folders", { folders: changed(rigg.id, away), moveSubfolder: 0 });
    const row = within(await folderRow(/Rigg/));
    expect(row.getByText(/The drive of HMS is not connected, or another one is in its place/)).toBeVisible();
    await user.click(row.getByRole("button", { name: /^This is the folder now…/ }));
    expect(bridge.calls("moveSubfolder")).toEqual([[rigg.id]]);
    expect(await screen.findByText("Riggplaner Mölndal is synced from its new location.")).toBeVisible();
  });

  it("says that a folder is synced from its new place, nothing where none was chosen, and why one is refused", async () => {
    const { user, bridge } = await open("/folders", { moveFolder: null });
    const find = within(await folderRow(/Rigg/)).getByRole("button", { name: /^Folder was moved…/ });
    await user.click(find);
    expect(bridge.calls("moveFolder")).toHaveLength(1);
    expect(useUndoStore.getState().toasts).toEqual([]);
    bridge.answers({ moveFolder: 0 });
    await user.click(find);
    expect(await screen.findByText("Riggplaner Mölndal is synced from its new location.")).toBeVisible();
    bridge.answers({ moveFolder: 3 });
    await user.click(find);
    expect(
      await screen.findByText(/3 of its files are not there. You will be asked before any is deleted/),
    ).toBeVisible();
    const params = { folder: "E:\\Bilder", reason: "fewOfItsFiles", present: "0", agreed: "12" };
    bridge.refuses("moveFolder", failure("refused", params, { field: "folder" }));
    await user.click(find);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "E:\\Bilder has 0 of the 12 files that were synced. It can be added as a synced folder of its own. Choose another folder. Nothing was changed.",
    );
    const below = { ...params, reason: "filesBelow", found: "E:\\Bilder\\Rigg" };
    bridge.refuses("moveFolder", failure("refused", below, { field: "folder" }));
    await user.click(find);
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent("The files are in E:\\Bilder\\Rigg. Choose another folder."),
    );
  });

  it("says where it was asked what a command refused", async () => {
    const { user, bridge } = await open("/folders");
    bridge.refuses("pauseFolders", failure("busy"));
    await user.click(await screen.findByRole("button", { name: "Pause all" }));
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("counts the files of all folders only when each is counted", async () => {
    const counted = office.folders.folders.map((folder) => ({ ...folder, files: 2 }));
    const [first, ...rest] = counted;
    if (first === undefined) throw new Error("Folders are recorded.");
    const comparing = [{ ...first, state: "working" as const, files: 0 }, ...rest];
    const { bridge } = await open("/folders", { folders: { ...office.folders, folders: comparing } });
    expect(await screen.findByText(/^7 folders · /)).toBeVisible();
    act(() => bridge.emit("foldersChanged", { ...office.folders, folders: counted }));
    expect(await screen.findByText(/^7 folders, 14 files · /)).toBeVisible();
  });

  it("says that another Fielddesk runs the folders", async () => {
    await open("/folders", { folders: { ...office.folders, runsElsewhere: true } });
    expect(await screen.findByText(/Another Fielddesk on this computer/)).toBeVisible();
  });
});

describe("a conflict", () => {
  const done = ({ section, name }: FolderConflict) => ({ section, name, failure: null });

  it("is decided by key, for all that are alike when asked so", async () => {
    const { user, bridge } = await open(needs);
    await screen.findByRole("heading", { name: first });
    expect(await axeFindings()).toEqual([]);
    await user.keyboard("a");
    expect(screen.getByRole("checkbox", { name: /Apply to \d+ similar conflict/ })).toBeChecked();
    await user.keyboard("2");
    expect(await screen.findByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
    expect(bridge.calls("resolveConflicts"), "it can still be undone").toEqual([]);
    const alike = conflicts.filter(({ reason }) => reason === "bothChanged");
    bridge.answers({
      resolveConflicts: alike.map(done),
      folderConflicts: conflicts.filter((each) => !alike.includes(each)),
    });
    await carryOut();
    const shown = alike.map(({ section, name, remote }) => {
      return { section, name, fileReferenceIds: remote.map(({ fileReferenceId }) => fileReferenceId) };
    });
    expect(shown, "two that are alike").toHaveLength(2);
    await waitFor(() => expect(bridge.calls("resolveConflicts")).toEqual([[va.id, shown, "remote", null]]));
    expect(await screen.findByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
  });

  it("names both files of a name that is one, and asks for a new name in the folder", async () => {
    const { user } = await open(needs);
    await user.click(await screen.findByRole("option", { name: /\bplan\.pdf/i }));
    expect(await screen.findByText(/“(PLAN|Plan)\.pdf” and “(PLAN|Plan)\.pdf” count as the same name/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Keep/ })).toBeNull();
  });

  it("shows what was refused and leaves the file in the queue", async () => {
    const { user, bridge } = await open(needs);
    bridge.refuses("resolveConflicts", failure("conflict"));
    await user.click(await screen.findByRole("button", { name: "Keep your version" }));
    await carryOut();
    expect(await screen.findByRole("alert")).toBeVisible();
    await user.click(await screen.findByRole("option", { name: /HA-201/ }));
    expect(await screen.findByRole("heading", { name: first })).toBeVisible();
  });

  it("is decided by no key that is pressed elsewhere", async () => {
    const { user } = await open(needs);
    await screen.findByRole("heading", { name: first });
    expect(screen.getByRole("listbox", { name: "Action needed" })).toHaveFocus();
    act(() => screen.getByRole("tab", { name: /Action needed/ }).focus());
    await user.keyboard("1a");
    expect(screen.getByRole("heading", { name: first })).toBeVisible();
    expect(screen.getByRole("checkbox", { name: /Apply to \d+ similar conflict/ })).not.toBeChecked();
    act(() => screen.getByRole("button", { name: "Keep both" }).focus());
    await user.keyboard("1");
    await waitFor(() => expect(screen.queryByRole("heading", { name: first })).toBeNull());
  });

  it("is decided by key after a click on nothing, but not below a dialog", async () => {
    const { user } = await open(needs);
    await screen.findByRole("heading", { name: first });
    const others = () => screen.getByRole("checkbox", { name: /Apply to \d+ similar conflict/ });
    act(() => screen.getByRole("tabpanel").focus());
    await user.keyboard("a");
    expect(others()).toBeChecked();
    act(() => (document.activeElement as HTMLElement).blur());
    const dialog = Object.assign(document.createElement("div"), { role: "dialog" });
    document.body.append(dialog);
    await user.keyboard("a");
    expect(others()).toBeChecked();
    dialog.remove();
    await user.keyboard("a");
    expect(others()).not.toBeChecked();
  });

  it("keeps the keyboard in the queue when the tab is opened, and arrows from tab to tab leave it there", async () => {
    const { user } = await open(`/folders/${va.id}/activity`);
    const tab = await screen.findByRole("tab", { name: /Action needed/ });
    const queue = () => screen.findByRole("listbox", { name: "Action needed" });
    await user.click(tab);
    expect(await queue()).toHaveFocus();
    await user.click(tab);
    expect(await queue(), "a click on the tab that is open").toHaveFocus();
    await user.click(screen.getByRole("tab", { name: /Not uploaded/ }));
    await user.keyboard("{ArrowLeft}");
    await queue();
    expect(tab).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(await queue()).toHaveFocus();
    await user.keyboard("a");
    expect(screen.getByRole("checkbox", { name: /Apply to \d+ similar conflict/ })).toBeChecked();
  });

  it("says that Ctrl Z comes too late once it is carried out, of which file, until another case is chosen", async () => {
    const { user, bridge } = await open(needs);
    await screen.findByRole("heading", { name: first });
    const one = conflicts.find(({ name }) => name === first);
    if (one === undefined) throw new Error("This conflict is recorded.");
    const others = conflicts.filter((each) => each !== one);
    bridge.answers({ resolveConflicts: [done(one)], folderConflicts: others });
    await user.keyboard("1");
    await carryOut();
    await waitFor(() => expect(bridge.calls("resolveConflicts")).toHaveLength(1));
    await waitFor(async () => {
      await user.keyboard("{Control>}z{/Control}");
      expect(screen.getByText(`${first}: Keep your version. Already applied. Restore it from History.`)).toBeVisible();
    });
    expect(screen.queryByRole("option", { name: /HA-201/ })).toBeNull();
    await user.keyboard("{ArrowDown}");
    expect(screen.queryByText(/Already applied/)).toBeNull();
  });
});

describe("files that were changed together", () => {
  const outcome = ({ section, name }: { section: string; name: string }) => ({ section, name, failure: null });

  it("one file that was deleted is told as one", async () => {
    await open(needs, {
      folders: changed(va.id, { conflicts: 0, gone: 1, renamed: 0 }),
      folderConflicts: [],
      folderGone: { files: office.files[va.name]?.files.slice(0, 1) ?? [], renamed: [], of: 40, guard: false },
      folderUnsettled: [],
    });
    expect(await screen.findByRole("heading", { name: "1 file was deleted from the folder" })).toBeVisible();
    expect(screen.getByText(/^Crews still have it\./)).toBeVisible();
    expect(screen.getByText("Deleted from folder"), "one case").toHaveTextContent(/^Deleted from folder$/);
  });

  it("a renamed folder is one question, and its answer names the old section", async () => {
    const moved = (name: string) => ({ section: "VA", name, shownName: name, toSection: "VA nord", shownToName: name });
    const { user, bridge } = await open(needs, {
      folders: changed(va.id, { conflicts: 0, gone: 2, renamed: 2, unsettled: 0 }),
      folderConflicts: [],
      folderGone: { files: [], renamed: [moved("a.pdf"), moved("b.pdf")], of: 40, guard: false },
      folderUnsettled: [],
      decideGone: (_id, names) => names.map(outcome),
    });
    expect(await screen.findByRole("heading", { name: "2 files moved from “VA” to “VA nord”" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Delete 2 from “VA”" }));
    bridge.answers({ folderGone: { files: [], renamed: [], of: 40, guard: false } });
    await carryOut();
    expect(bridge.calls("decideGone")).toHaveLength(1);
  });

  it("says after deleted files are restored that nothing is left, and nothing of conflicts", async () => {
    const files = office.files[va.name]?.files.slice(0, 2) ?? [];
    const { user, bridge } = await open(needs, {
      folders: changed(va.id, { conflicts: 0, gone: 2, renamed: 0, unsettled: 0 }),
      folderConflicts: [],
      folderGone: { files, renamed: [], of: 40, guard: false },
      folderUnsettled: [],
      decideGone: (_id, names) => names.map(outcome),
    });
    await user.click(await screen.findByRole("button", { name: "Restore to the folder" }));
    bridge.answers({ folderGone: { files: [], renamed: [], of: 40, guard: false } });
    await carryOut();
    expect(await screen.findByText("Nothing is left to review in this folder.")).toBeVisible();
    expect(screen.queryByText(/conflict/i)).toBeNull();
  });

  it("damaged files are restored by one click, those that are ticked", async () => {
    const file = (name: string, damage: "empty" | "otherType" | null) => ({
      section: "VA",
      name,
      shownName: name,
      bytes: damage === "empty" ? 0 : 10,
      damage,
    });
    const files = [file("a.pdf", "empty"), file("b.pdf", "otherType"), file("c.pdf", null)];
    const { user, bridge } = await open(needs, {
      folders: changed(va.id, { conflicts: 0, gone: 0, damaged: 3 }),
      folderConflicts: [],
      folderGone: { files: [], renamed: [], of: 40, guard: false },
      folderUnsettled: [],
      folderDamaged: { files, of: 40 },
      decideDamaged: (_id, names) => names.map(outcome),
    });
    expect(await screen.findByRole("heading", { name: "3 of 40 files changed" })).toBeVisible();
    expect(screen.getByText(/^2 are empty or no longer valid files/)).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Select c.pdf" }));
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Restore 2 files" }));
    await carryOut();
    const names = [
      { section: "VA", name: "a.pdf" },
      { section: "VA", name: "b.pdf" },
    ];
    expect(bridge.calls("decideDamaged")).toEqual([[va.id, names, "restore"]]);
  });
});
