import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Transfer } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { sending } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { openTransfers } from "./store";
import { TransfersStatus } from "./TransfersStatus";

const [model] = sending.items;
if (model === undefined) throw new Error("The recorded transfers have one.");
const one = (id: number, change: Partial<Transfer> = {}): Transfer => ({
  ...model,
  id,
  kind: "upload",
  shownName: `Plan ${id}.pdf`,
  place: "P-2026-004 Høydebasseng",
  act: "act-1",
  state: "working",
  failure: null,
  finishedAt: null,
  left: null,
  ...change,
});
const done = { state: "done", finishedAt: "2026-11-26T10:00:00Z" } as const;
const all = (items: Transfer[]) => ({
  ...sending,
  items,
  failed: 0,
  needsYou: 0,
  active: 0,
  waiting: 0,
  uploadsDone: items.filter(({ kind, state }) => kind === "upload" && state === "done").length,
  downloadsDone: items.filter(({ kind, state }) => kind === "download" && state === "done").length,
});

async function open(items: Transfer[]) {
  const pages = { "/": TransfersStatus, "/documents": TransfersStatus };
  const { bridge, user, router } = await showAt(pages, { transfers: all(items) });
  await screen.findByRole("button", { name: /./ });
  const become = (now: Transfer[]) => act(() => bridge.emit("transfersChanged", all(now)));
  return { become, bridge, router, user };
}

it("files that were uploaded together are told once, when the last of them ended, with the way to them", async () => {
  const { become, router, user } = await open([one(1), one(2), one(3)]);
  become([one(1, done), one(2), one(3)]);
  expect(screen.queryByText(/uploaded to/)).toBeNull();
  become([one(1, done), one(2, done), one(3, { state: "failed", failure: failure("nameRefused") })]);
  expect(await screen.findByText("2 files uploaded to P-2026-004 Høydebasseng.")).toBeVisible();
  become([one(1, done), one(2, done)]);
  expect(screen.getAllByText(/uploaded to/)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Show documents" }));
  await expect.poll(() => router.state.location.pathname).toBe("/documents");
});

it("one file is told by its name, also where it was over before anybody saw it begin", async () => {
  const { become } = await open([one(1, done)]);
  expect(screen.queryByText(/uploaded/)).toBeNull();
  become([one(1, done), one(2, done)]);
  expect(await screen.findByText("Plan 2.pdf uploaded to P-2026-004 Høydebasseng.")).toBeVisible();
});

it("a file that another program still writes holds up the word on the others for nothing", async () => {
  const growing = one(2, { state: "waiting", failure: failure("fileGrowing") });
  const { become } = await open([one(1), growing]);
  become([one(1, done), growing]);
  expect(await screen.findByText("Plan 1.pdf uploaded to P-2026-004 Høydebasseng.")).toBeVisible();
});

it("files of several projects are told as one number", async () => {
  const { become } = await open([one(1), one(2, { place: "P-2026-002 Fv. 60" })]);
  become([one(1, done), one(2, { ...done, place: "P-2026-002 Fv. 60" })]);
  expect(await screen.findByText("2 files uploaded.")).toBeVisible();
});

it("an upload can be undone while the panel lists it, and a file that was saved is told by the panel alone", async () => {
  const { become } = await open([one(1), one(2, { kind: "download" })]);
  act(() => openTransfers());
  become([one(1, done), one(2, { kind: "download", ...done })]);
  expect(await screen.findByText(/^Plan 1.pdf uploaded to/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  act(() => openTransfers(false));
  become([one(1, done), one(2, { kind: "download", ...done })]);
  expect(screen.queryByText(/saved/)).toBeNull();
  expect(screen.getAllByText(/^Plan 1.pdf uploaded to/)).toHaveLength(1);
});

it("a file that was saved is told with the way to it, and what stands in the way of that", async () => {
  const { become, bridge, user } = await open([one(1, { kind: "download" })]);
  become([one(1, { kind: "download", canShow: true, ...done })]);
  expect(await screen.findByText("Plan 1.pdf saved.")).toBeVisible();
  bridge.refuses("showTransfer", failure("fileVanished"));
  await user.click(screen.getByRole("button", { name: "Show in folder" }));
  expect(bridge.calls("showTransfer")).toEqual([[1]]);
  expect(await screen.findByText(/not found|was deleted|moved/)).toBeVisible();
});

it("transfers of an earlier run of the program are no news, also where they are listed late", async () => {
  const { become } = await open([one(9, done)]);
  become([one(1, { ...done, left: "ended" }), one(2, { kind: "download", ...done, left: "ended" })]);
  expect(screen.queryByText(/uploaded to|saved/)).toBeNull();
  become([one(1, { ...done, left: "ended" }), one(3, { ...done, left: "cutOff" })]);
  expect(await screen.findByText("Plan 3.pdf uploaded to P-2026-004 Høydebasseng."), "it ended now").toBeVisible();
});

it("more files than are listed are counted all", async () => {
  const { bridge } = await open([one(1)]);
  const now = { ...all([one(1, done), one(2, done)]), uploadsDone: 5000 };
  act(() => bridge.emit("transfersChanged", now));
  expect(await screen.findByText(/^5.?000 files uploaded\.$/)).toBeVisible();
});

it("an upload through another connection is shown with its name, once, and not again after a switch", async () => {
  const { bridge, become } = await open([one(9, done)]);
  const other = (items: Transfer[]) => {
    const active = items.filter(({ state }) => state === "working").length;
    return [{ connection: "Strømhaug", held: null, transfers: { ...all(items), active } }];
  };
  act(() => bridge.emit("otherTransfersChanged", other([one(7)])));
  expect(await screen.findByText("1 in Strømhaug")).toBeVisible();
  act(() => bridge.emit("otherTransfersChanged", other([one(7, done)])));
  expect(await screen.findByText("Plan 7.pdf uploaded through Strømhaug.")).toBeVisible();
  act(() => bridge.emit("otherTransfersChanged", []));
  become([one(7, done)]);
  expect(screen.queryByText(/uploaded to/)).toBeNull();
});

it("an upload and what it replaced are taken back by the Undo of its toast, each act by its own", async () => {
  const { become, bridge, user } = await open([one(1), one(2), one(3, { act: "act-2" })]);
  bridge.answers({ undoAct: { act: "act-3", done: 1, unchanged: 0, failed: [] } });
  become([one(1, done), one(2, done), one(3, { act: "act-2", ...done })]);
  expect(await screen.findByText("2 files uploaded to P-2026-004 Høydebasseng.")).toBeVisible();
  const [, second] = screen.getAllByRole("button", { name: "Undo" });
  await user.click(second as HTMLElement);
  expect(bridge.calls("undoAct")).toEqual([["act-2"]]);
});
