import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { HistoryScope, KeptVersion, KeptVersions } from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { HistoryScreen } from "./Screen";
import { againMs } from "./use-history";

giveElementsASize();
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

const open = (answers: Answers) => showAt({ "/history": HistoryScreen }, answers);

const version = (name: string): KeptVersion => ({
  version: Number(/\d+/.exec(name)),
  number: Number(/\d+/.exec(name)),
  folder: null,
  place: "P-2026-004",
  section: "Tegninger VA",
  name,
  shownName: name,
  bytes: 9,
  from: "remote",
  reason: "replaced",
  at: "2026-11-20T11:00:00Z",
  keptUntil: "2026-12-20T11:00:00Z",
  through: { name: "Nordre", removed: false },
  notRestorable: "otherConnection",
  act: null,
  ofAct: 0,
  removed: true,
});
const kept = (...names: string[]): KeptVersions => ({
  versions: names.map(version),
  total: names.length,
  bytes: 9 * names.length,
  days: 30,
  full: false,
  places: [],
  folders: [],
});
const restorable = (...names: string[]): KeptVersions => {
  const versions = kept(...names);
  return { ...versions, versions: versions.versions.map((each) => ({ ...each, through: null, notRestorable: null })) };
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const row = (name: string) => screen.getByRole("button", { name: `Save as…: ${name}.pdf` });

it("is read again while it is shown: soon after a folder or a page changed, and not for each of many changes", async () => {
  const { bridge } = await open({ keptVersions: kept("HA-101.pdf") });
  await pass(10);
  expect(row("HA-101")).toBeVisible();
  bridge.answers({ keptVersions: kept("HA-102.pdf", "HA-101.pdf") });
  act(() => {
    for (let change = 0; change < 20; change += 1) bridge.emit("foldersChanged", office.folders);
  });
  await pass(againMs + 10);
  expect(row("HA-102")).toBeVisible();
  expect(bridge.calls("keptVersions")).toHaveLength(2);
  bridge.answers({ keptVersions: kept("HA-103.pdf") });
  act(() => bridge.emit("documentsChanged", { target: { project: "project-P-2026-004", workOrder: null } }));
  await pass(againMs + 10);
  expect(row("HA-103")).toBeVisible();
  expect(bridge.calls("keptVersions")).toHaveLength(3);
});

it("what changes while it is being read is read after it", async () => {
  const { bridge } = await open({ keptVersions: kept("HA-101.pdf") });
  await pass(10);
  let answer = (_: KeptVersions) => {};
  bridge.answers({ keptVersions: () => new Promise((resolve) => (answer = resolve)) });
  act(() => bridge.emit("foldersChanged", office.folders));
  await pass(againMs);
  act(() => bridge.emit("foldersChanged", office.folders));
  await pass(10 * againMs);
  expect(bridge.calls("keptVersions"), "a slow reading is not begun anew").toHaveLength(2);
  bridge.answers({ keptVersions: kept("HA-103.pdf") });
  answer(kept("HA-102.pdf"));
  await pass(2 * againMs);
  expect(row("HA-103")).toBeVisible();
  expect(bridge.calls("keptVersions")).toHaveLength(3);
});

it("what comes in on top waits while the pointer is in the list: a click meets the row it was for", async () => {
  const { bridge } = await open({ keptVersions: kept("HA-101.pdf") });
  await pass(10);
  const list = row("HA-101").closest("ol")?.parentElement as HTMLElement;
  fireEvent.pointerEnter(list);
  bridge.answers({ keptVersions: kept("HA-102.pdf", "HA-101.pdf") });
  act(() => bridge.emit("foldersChanged", office.folders));
  await pass(againMs + 10);
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("HA-101.pdf");
  expect(screen.getByText(/^1 version · 9\sB/), "counts what the list shows").toHaveTextContent("1 newer");
  fireEvent.pointerLeave(list);
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("HA-102.pdf");
  expect(screen.getByText(/2 versions · 18\sB/)).not.toHaveTextContent("newer");
});

it("a row that goes stays while someone is in the list: the next one does not come under the pointer", async () => {
  const { bridge } = await open({ keptVersions: restorable("HA-102.pdf", "HA-101.pdf") });
  const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => /HA-\d+/.exec(textContent ?? "")?.[0]);
  await pass(10);
  const list = row("HA-101").closest("ol")?.parentElement as HTMLElement;
  const goes = async (leave: () => void) => {
    bridge.answers({ keptVersions: restorable("HA-101.pdf") });
    act(() => bridge.emit("foldersChanged", office.folders));
    await pass(againMs + 10);
    expect(rows()).toEqual(["HA-102", "HA-101"]);
    expect(screen.getByRole("button", { name: "Restore: HA-102.pdf" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: "Restore: HA-101.pdf" })).toHaveAttribute("aria-disabled", "false");
    leave();
    expect(rows()).toEqual(["HA-101"]);
    bridge.answers({ keptVersions: restorable("HA-102.pdf", "HA-101.pdf") });
    act(() => bridge.emit("foldersChanged", office.folders));
    await pass(againMs + 10);
  };
  fireEvent.pointerEnter(list);
  // What was under the pointer may be gone: no leaving is told then, only what is entered.
  await goes(() => fireEvent.pointerOver(screen.getByRole("heading", { level: 1 })));
  const button = screen.getByRole("button", { name: "Restore: HA-102.pdf" });
  act(() => button.focus());
  fireEvent.keyDown(button, { key: "Tab" });
  await goes(() => act(() => screen.getByRole("textbox", { name: "Search in History" }).focus()));
});

it("another search is answered at once, wherever the pointer is", async () => {
  const { bridge } = await open({ keptVersions: kept("HA-102.pdf", "HA-101.pdf") });
  await pass(10);
  fireEvent.pointerEnter(row("HA-101").closest("ol")?.parentElement as HTMLElement);
  bridge.answers({ keptVersions: kept("HA-101.pdf") });
  fireEvent.change(screen.getByRole("textbox", { name: "Search in History" }), { target: { value: "101" } });
  // The list follows the letter once it was painted.
  await act(() => new Promise<void>((painted) => requestAnimationFrame(() => painted())));
  await pass(10);
  await pass(10);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

it("a second press does nothing before the list was read again, and says so where the content is there", async () => {
  const { bridge } = await open({
    keptVersions: restorable("HA-101.pdf"),
    restoreVersions: { act: null, done: 0, unchanged: 1, failed: [] },
  });
  await pass(10);
  const button = screen.getByRole("button", { name: "Restore: HA-101.pdf" });
  let answer = (_: KeptVersions) => {};
  bridge.answers({ keptVersions: () => new Promise((resolve) => (answer = resolve)) });
  fireEvent.click(button);
  await pass(10);
  fireEvent.click(button);
  await pass(10);
  expect(bridge.calls("restoreVersions")).toHaveLength(1);
  answer(restorable("HA-101.pdf"));
  await pass(10);
  expect(screen.getAllByText("The project already has this version of HA-101.pdf.")[0]).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  fireEvent.click(button);
  await pass(10);
  expect(bridge.calls("restoreVersions")).toHaveLength(2);
});

it("an entry of another connection has no Restore and no box, and states why", async () => {
  await open({ keptVersions: kept("HA-101.pdf") });
  await pass(10);
  expect(screen.queryByRole("button", { name: "Restore: HA-101.pdf" })).toBeNull();
  expect(screen.getByRole("checkbox", { name: "Select HA-101.pdf" })).toBeDisabled();
  expect(screen.getByText("Switch to Nordre to restore", { exact: false })).toBeVisible();
});

it("several versions are restored as one act, which one Undo takes back", async () => {
  const { bridge } = await open({
    keptVersions: restorable("HA-103.pdf", "HA-102.pdf", "HA-101.pdf"),
    restoreVersions: { act: "act-1", done: 2, unchanged: 0, failed: [] },
    undoAct: { act: "act-2", done: 2, unchanged: 0, failed: [] },
  });
  await pass(10);
  for (const name of ["HA-103", "HA-101"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}.pdf` }));
  fireEvent.click(screen.getByRole("button", { name: "Restore 2 files" }));
  await pass(10);
  expect(bridge.calls("restoreVersions")).toEqual([[[103, 101]]]);
  expect(screen.queryByRole("button", { name: "Restore 2 files" })).toBeNull();
  expect(screen.getByText("2 of 2 files restored.")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await pass(10);
  expect(bridge.calls("undoAct")).toEqual([["act-1"]]);
  expect(screen.getByText("Undone: 2 of 2 files.")).toBeVisible();
});

it("everything of an act is restored from each of its entries", async () => {
  const versions = restorable("HA-102.pdf", "HA-101.pdf");
  const ofAct = versions.versions.map((each) => ({ ...each, act: "act-1", ofAct: 30 }));
  const { bridge } = await open({
    keptVersions: { ...versions, versions: ofAct },
    restoreAct: { act: "act-2", done: 30, unchanged: 0, failed: [] },
  });
  await pass(10);
  fireEvent.click(screen.getByRole("button", { name: "Restore everything of this change: HA-101.pdf" }));
  await pass(10);
  expect(bridge.calls("restoreAct")).toEqual([["act-1"]]);
  expect(screen.getByText("30 of 30 files restored.")).toBeVisible();
});

it("shows the chosen connection first, and others by the filter", async () => {
  const { bridge } = await open({ keptVersions: kept("HA-101.pdf") });
  await pass(10);
  const asked = () => bridge.calls("keptVersions").map(([scope]) => (scope as HistoryScope).connections);
  expect(asked()).toEqual(["chosen"]);
  fireEvent.click(screen.getByRole("combobox", { name: "Connection" }));
  fireEvent.click(screen.getByRole("option", { name: "Removed connections" }));
  await pass(10);
  expect(asked()).toEqual(["chosen", "removed"]);
});

it("has a menu for each version by right click and by Shift F10, with what its buttons do", async () => {
  const { bridge } = await open({ keptVersions: restorable("HA-101.pdf"), openVersion: { opened: true } });
  await pass(10);
  const button = row("HA-101");
  fireEvent.contextMenu(button, { clientX: 40, clientY: 60 });
  await pass(10);
  const items = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(items).toEqual(["Open", "Restore", "Save as…"]);
  fireEvent.keyDown(screen.getByRole("menuitem", { name: "Open" }), { key: "Escape" });
  await pass(10);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toHaveAccessibleName(/HA-101/);
  fireEvent.keyDown(button, { key: "F10", shiftKey: true });
  await pass(10);
  fireEvent.click(screen.getByRole("menuitem", { name: "Open" }));
  await pass(10);
  expect(bridge.calls("openVersion")).toEqual([[101]]);
});
