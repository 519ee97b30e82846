/** Closing the window and quitting: what is asked before. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { LeaveRequested } from "../ipc";
import type { TestBridge } from "../shared/testing/bridge";
import { office } from "../shared/testing/recorded";
import { axeFindings } from "../shared/testing/render";
import { askUnsaved, useNewMachine, useOpenReview, useUnsavedUsers } from "../shared/unsaved";
import { shell } from "./shell-for-tests";

const { appState } = office;
const nothing = { users: 0, newMachine: false };
const noTransfers = { moving: 0, waiting: 0, paused: 0, withoutSecret: [] };
const twoUploads = { ...noTransfers, moving: 2 };

/** Asks to leave, with nothing under way but what is given. */
const request = (bridge: TestBridge, now: Pick<LeaveRequested, "quit" | "tray"> & Partial<LeaveRequested>) =>
  act(() => bridge.emit("leaveRequested", { transfers: noTransfers, folders: 0, acts: [], unsaved: nothing, ...now }));

it("the first close says that the program stays in the tray, and is not said again", async () => {
  const { user, bridge } = await shell({ answerLeave: null, setSettings: null });
  request(bridge, { quit: false, tray: true, transfers: twoUploads, folders: 1 });
  const dialog = await screen.findByRole("dialog", { name: "Fielddesk stays in the tray" });
  expect(dialog).not.toHaveTextContent("not finished");
  expect(await axeFindings()).toEqual([]);
  await user.keyboard("{Escape}");
  expect(bridge.calls("answerLeave")).toEqual([["stay"]]);
  expect(bridge.calls("setSettings")).toEqual([]);
  request(bridge, { quit: false, tray: true, transfers: twoUploads, folders: 1 });
  await user.click(await screen.findByRole("button", { name: "Close window" }));
  expect(bridge.calls("answerLeave").at(-1)).toEqual(["hide"]);
  expect(bridge.calls("setSettings").at(-1)).toEqual([{ ...appState.settings, closeExplained: true }]);
});

it("quitting at the first close asks about what stops, like every quit", async () => {
  const { user, bridge } = await shell({ quit: null, answerLeave: null });
  request(bridge, { quit: false, tray: true, transfers: twoUploads, folders: 1 });
  await user.click(await screen.findByRole("button", { name: "Quit Fielddesk" }));
  expect(bridge.calls("answerLeave")).toEqual([]);
  expect(bridge.calls("quit")).toHaveLength(1);
});

it("Ctrl Q quits, and what stops by it is said first", async () => {
  const { user, bridge } = await shell({ quit: null, answerLeave: null });
  fireEvent.keyDown(window, { key: "q", ctrlKey: true });
  expect(bridge.calls("quit")).toHaveLength(1);
  request(bridge, { quit: true, tray: false, transfers: twoUploads, folders: 1 });
  const dialog = await screen.findByRole("dialog", { name: "Quit Fielddesk?" });
  expect(dialog).toHaveTextContent(
    "2 transfers are under way. Those that do not finish within 10 seconds are cut off and start again at 0 bytes at the next start.",
  );
  expect(dialog).toHaveTextContent("1 synced folder is not synced until the next start.");
  expect(within(dialog).queryByRole("button", { name: "Close window" })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Quit Fielddesk" }));
  expect(bridge.calls("answerLeave")).toEqual([["quit"]]);
});

it("quitting counts and names the acts that go on", async () => {
  const { bridge } = await shell({ answerLeave: null });
  const running = { batchId: 7, resource: "machines" as const, kind: "block" as const, waitingUntil: null };
  const acts = [{ ...running, done: 100, total: 377, finished: false, rows: [] }];
  request(bridge, { quit: true, tray: false, acts });
  const dialog = await screen.findByRole("dialog", { name: "Quit Fielddesk?" });
  expect(dialog).toHaveTextContent("Check-in blocked, 377 machines: 100 of 377 done. The rest can be tried again");
});

it("the question is as far as the acts are, and none of them holds it when they are done", async () => {
  const { bridge } = await shell({ answerLeave: null });
  const running = { batchId: 7, resource: "machines" as const, kind: "block" as const, waitingUntil: null };
  const told = (done: number, finished: boolean) => ({ ...running, done, total: 377, finished, rows: [] });
  request(bridge, { quit: true, tray: false, acts: [told(100, false)] });
  const dialog = await screen.findByRole("dialog", { name: "Quit Fielddesk?" });
  act(() => bridge.emit("batchProgressed", told(250, false)));
  expect(dialog).toHaveTextContent("Check-in blocked, 377 machines: 250 of 377 done.");
  act(() => bridge.emit("batchProgressed", told(377, true)));
  expect(dialog).not.toHaveTextContent("Check-in blocked");
  expect(within(dialog).getByRole("status")).toHaveTextContent("Everything is done now. Nothing stops.");
});

it("quitting shows for each transfer when it goes on, and what has to be done first", async () => {
  const { bridge } = await shell({ answerLeave: null });
  const transfers = { moving: 1, waiting: 40, paused: 3, withoutSecret: ["Fjordvik Anlegg AS"] };
  request(bridge, { quit: true, tray: true, transfers });
  const dialog = await screen.findByRole("dialog", { name: "Quit Fielddesk?" });
  const said = within(dialog)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(said).toEqual([
    "1 transfer is under way. If it does not finish within 10 seconds, it is cut off and starts again at 0 bytes at the next start.",
    "40 transfers are waiting. They continue at the next start.",
    "3 transfers are paused and stay paused at the next start.",
    "Transfers of Fjordvik Anlegg AS continue once its secret is entered again.",
  ]);
});

it("quitting with unsaved users says that their changes are lost", async () => {
  const { bridge } = await shell({ answerLeave: null });
  expect(bridge.calls("noteUnsaved"), "what a window before this one told is over").toEqual([[nothing]]);
  act(() => useUnsavedUsers.setState({ count: 2 }));
  expect(bridge.calls("noteUnsaved").at(-1)).toEqual([{ ...nothing, users: 2 }]);
  request(bridge, { quit: true, tray: true, unsaved: { users: 2, newMachine: false } });
  const dialog = await screen.findByRole("dialog", { name: "Quit Fielddesk?" });
  expect(dialog).toHaveTextContent("2 users have unsaved changes. They are lost.");
  const filled = within(dialog)
    .getAllByRole("button")
    .filter(({ dataset }) => dataset.variant === "filled");
  expect(filled.map(({ textContent }) => textContent)).toEqual(["Cancel"]);
  expect(filled[0]).toHaveFocus();
  act(() => useUnsavedUsers.setState({ count: 0 }));
  expect(bridge.calls("noteUnsaved").at(-1)).toEqual([nothing]);
});

it("another connection asks about unsaved users first, Cancel before all else", async () => {
  const { user, bridge } = await shell({ activateConnection: null });
  const forget = vi.fn(() => useUnsavedUsers.setState({ count: 0 }));
  act(() => useUnsavedUsers.setState({ count: 1, forget }));
  const choose = async (name: RegExp) => {
    await user.click(screen.getByRole("button", { name: /^Connection: Fjordvik Anlegg AS/ }));
    await user.click(await screen.findByRole("menuitem", { name }));
  };
  await choose(/in use/);
  expect(bridge.calls("activateConnection"), "the one in use loses nothing").toHaveLength(1);
  await choose(/prøve/);
  const dialog = await screen.findByRole("dialog", { name: "Change connection?" });
  expect(dialog).toHaveTextContent("1 user has unsaved changes. They are lost.");
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bridge.calls("activateConnection")).toHaveLength(1);
  await choose(/prøve/);
  await user.click(await screen.findByRole("button", { name: "Change connection" }));
  expect(bridge.calls("activateConnection").at(-1)).toEqual(["Fjordvik Anlegg AS – prøve"]);
  expect(forget, "it may be refused").not.toHaveBeenCalled();
  const connections = appState.connections.map((each) => ({ ...each, active: !each.active }));
  act(() => bridge.emit("connectionsChanged", { connections }));
  await waitFor(() => expect(forget, "no later question counts users of another connection").toHaveBeenCalled());
});

it("a restart asks the same", async () => {
  const { user } = await shell();
  const run = vi.fn();
  act(() => useUnsavedUsers.setState({ count: 2 }));
  act(() => askUnsaved("restart", run));
  const dialog = await screen.findByRole("dialog", { name: "Restart to update?" });
  expect(await axeFindings()).toEqual([]);
  expect(run).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: "Restart to update" }));
  expect(run).toHaveBeenCalledTimes(1);
  act(() => useUnsavedUsers.setState({ count: 0 }));
});

it("a new machine that was begun is asked about, and forgotten with the company", async () => {
  const { user, bridge } = await shell();
  const run = vi.fn();
  act(() => useNewMachine.setState({ begun: true }));
  expect(bridge.calls("noteUnsaved").at(-1)).toEqual([{ users: 0, newMachine: true }]);
  act(() => askUnsaved("connection", run));
  const dialog = await screen.findByRole("dialog", { name: "Change connection?" });
  expect(dialog).toHaveTextContent("A new machine is not created yet. What was typed is lost.");
  expect(run).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: "Change connection" }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(useNewMachine.getState().begun).toBe(false);
});

it("another connection asks before it closes an open review, also from a notification", async () => {
  const { user, bridge, router } = await shell({ activateConnection: null });
  act(() => useOpenReview.setState({ files: 3 }));
  const other = appState.connections.find(({ active }) => !active);
  const lead = () => bridge.emit("navigate", { to: "folders", connection: other?.id ?? null, folder: "va" });
  act(lead);
  const dialog = await screen.findByRole("dialog", { name: "Change connection?" });
  expect(dialog).toHaveTextContent("The open review of 3 files is closed. Nothing of it is uploaded.");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bridge.calls("activateConnection")).toEqual([]);
  expect(router.state.location.pathname).toBe("/documents");
  act(lead);
  await user.click(await screen.findByRole("button", { name: "Change connection" }));
  expect(bridge.calls("activateConnection")).toEqual([[other?.name]]);
  expect(await screen.findByRole("heading", { name: "One folder" })).toBeVisible();
  act(() => useOpenReview.setState({ files: 0 }));
});

it("a notification of the connection in use leads to its folder at once", async () => {
  const { bridge } = await shell();
  const used = appState.connections.find(({ active }) => active);
  act(() => bridge.emit("navigate", { to: "folders", connection: used?.id ?? null, folder: "va" }));
  expect(await screen.findByRole("heading", { name: "One folder" })).toBeVisible();
  expect(bridge.calls("activateConnection")).toEqual([]);
});
