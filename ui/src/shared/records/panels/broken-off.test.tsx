/** Acts and undos that broke off: the words and the buttons that are shown for them. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answersOf, open, openPanel, report, row } from "../../../features/users/users-for-tests";
import type { BatchReport, BatchRow, Failure } from "../../../ipc";
import { progressOf } from "../progress";

const many = Array.from({ length: 12 }, (_, at) => row(String(1001 + at), "Kari"));
const away: Failure = {
  kind: "unreachable",
  message: "127.0.0.1:7273 does not answer.",
  fix: "Check the network.",
  status: null,
  code: null,
  field: null,
  params: { thing: "127.0.0.1:7273" },
};

/** An act on all, of which the first `saved` are saved and the others came to `outcome`. */
function broken(saved: number, outcome: BatchRow["outcome"], more: Partial<BatchReport["batch"]> = {}): BatchReport {
  const { batch, rows } = report("disable", ...many);
  const left = rows.length - saved;
  const totals = { ...batch.totals, saved, [outcome]: left };
  const stage = outcome === "unknown" ? ("open" as const) : ("interrupted" as const);
  return {
    batch: { ...batch, totals, stage, stopped: away, ...more },
    rows: rows.map((each, at) => (at < saved ? each : { ...each, outcome, failure: away })),
  };
}

const done = (told: BatchReport) => ({
  ...{ batchId: told.batch.id, resource: "users" as const, kind: told.batch.kind, waitingUntil: null },
  ...{ done: 0, total: told.rows.length, finished: true, rows: [] },
});

it("what an act left is tried again as the same act, and many that broke off alike are one line", async () => {
  const left = broken(4, "notSent");
  const whole = report("disable", ...many);
  const { user, bridge } = await open({ ...answersOf(many), batches: [left.batch], resumeBatch: whole });
  act(() => openPanel({ kind: "report", report: left }));
  const panel = await screen.findByRole("complementary", { name: "Disabled" });
  expect(panel).toHaveTextContent("4 of 12 done Stopped: 8 not saved.");
  expect(within(panel).getAllByText(/does not answer/)).toHaveLength(1);
  expect(panel).not.toHaveTextContent("retries");
  bridge.answers({ batches: [whole.batch], batchReport: whole });
  await user.click(within(panel).getByRole("button", { name: "Try 8 again" }));
  expect(bridge.calls("resumeBatch")).toEqual([[7]]);
  expect(await within(panel).findByText("12 of 12 done")).toBeVisible();
  expect(within(panel).queryByRole("button", { name: /again/ })).toBeNull();
});

it("an act that an earlier run of the program left is shown above the list, and tried again there", async () => {
  const left = broken(4, "notSent", { asks: true, stopped: null });
  const whole = report("disable", ...many);
  const { user, bridge } = await open({ ...answersOf(many), batches: [left.batch], resumeBatch: whole });
  const note = await screen.findByRole("alert");
  expect(note).toHaveTextContent(/Not done: 8 records. Disabled · 12 users, .*: 4 of 12 done\./);
  bridge.answers({ batches: [whole.batch], batchReport: whole });
  await user.click(within(note).getByRole("button", { name: "Try 8 again" }));
  expect(bridge.calls("resumeBatch")).toEqual([[7]]);
  await waitFor(() => expect(screen.queryByText("Not done: 8 records.")).toBeNull());
});

it("the note of an act that an earlier run left is gone once it is closed, or another act was done", async () => {
  const left = broken(4, "notSent", { asks: true });
  const { user, bridge } = await open({ ...answersOf(many), batches: [left.batch], batchReport: left });
  const note = await screen.findByRole("alert");
  await user.click(within(note).getByRole("button", { name: "Show" }));
  expect(await screen.findByRole("complementary", { name: "Disabled" })).toHaveTextContent("4 of 12 done");
  expect(bridge.calls("batchReport")).toEqual([[7]]);
  await user.click(within(note).getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Not done: 8 records.")).toBeNull();
});

it("results that are not known are read again when they were looked up", async () => {
  const open_ = broken(4, "unknown");
  const known = broken(10, "notSent");
  const { bridge } = await open({ ...answersOf(many), batches: [open_.batch] });
  act(() => openPanel({ kind: "report", report: open_ }));
  const panel = await screen.findByRole("complementary", { name: "Disabled" });
  expect(panel).toHaveTextContent("8 results are not known yet. The server is asked when it is back.");
  expect(within(panel).queryByRole("button", { name: /again/ })).toBeNull();
  bridge.answers({ batches: [known.batch], batchReport: known });
  act(() => bridge.emit("batchProgressed", done(known)));
  expect(await within(panel).findByText("10 of 12 done")).toBeVisible();
  expect(within(panel).getByRole("button", { name: "Try 2 again" })).toBeVisible();
});

/** The screen with an act whose undo broke off. */
async function undoLeft(undo: Partial<BatchReport["batch"]>) {
  const wanted = report("disable", ...many);
  const blocked = { ...wanted.batch, undoLeft: 8, asks: undo.asks ?? false };
  const taken = broken(0, "notSent", { id: 8, kind: "revert", reverts: 7, ...undo });
  const preview = taken.rows.map((each) => ({ ...each, outcome: "waiting" as const, failure: null }));
  const shown = await open({
    ...answersOf(many),
    batches: [taken.batch, blocked],
    previewRevert: preview,
    revertBatch: report("revert", ...many),
    dropUndo: null,
  });
  return { ...shown, note: await screen.findByRole("alert") };
}

it("an undo that could not be sent stays and is shown as such, and is gone when it is done", async () => {
  const { bridge, user, note } = await undoLeft({ goesOn: true });
  expect(note).toHaveTextContent("Not undone: 12 records. Disabled · 12 users");
  expect(note).toHaveTextContent("The server does not answer. It is undone when the server is back.");
  expect(note).not.toHaveTextContent("retries");
  await user.click(within(note).getByRole("button", { name: "Try again" }));
  expect(bridge.calls("revertBatch")).toEqual([[7]]);
  const undone = report("disable", ...many);
  bridge.answers({ batches: [{ ...undone.batch, revertedBy: 8 }] });
  act(() => bridge.emit("batchProgressed", done(undone)));
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
});

it("an undo of a run before asks before it goes, and can be given up", async () => {
  const { bridge, user, note } = await undoLeft({ asks: true });
  expect(note).not.toHaveTextContent("It is undone when the server is back.");
  await user.click(within(note).getByRole("button", { name: "Try again…" }));
  expect(bridge.calls("revertBatch")).toEqual([]);
  expect(await within(note).findByText("12 users will get their earlier values back.")).toBeVisible();
  bridge.answers({ batches: [] });
  await user.click(within(note).getByRole("button", { name: "Do not undo" }));
  expect(bridge.calls("dropUndo")).toEqual([[8]]);
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  expect(progressOf("users").getState().running).toBe(false);
});
