import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Transfer, Transfers } from "../../ipc";
import { SETTLE_MS } from "../../shared/click-guard";
import { closeGuide, useGuide } from "../../shared/guide";
import { failure } from "../../shared/testing/bridge";
import { stopClock } from "../../shared/testing/clock";
import { office, sending } from "../../shared/testing/recorded";
import { axeFindings, show } from "../../shared/testing/render";
import { finishUndo, undoNewest, useUndoStore } from "../../shared/undo/store";
import { openTransfers, showTransfer, useTransfersPanel } from "./store";
import { TransfersPanel } from "./TransfersPanel";
import { TransfersStatus } from "./TransfersStatus";

async function open(transfers?: Transfers) {
  const shown = await show(
    <>
      <TransfersStatus />
      <TransfersPanel />
    </>,
    transfers === undefined ? {} : { transfers },
  );
  act(() => openTransfers());
  await screen.findByRole("heading", { name: "Transfers" });
  return shown;
}
const item = async (name: RegExp) => (await screen.findByText(name)).closest("li") as HTMLElement;

/** The recorded transfers, changed one by one. */
const with_ = (
  change: (transfer: Transfer, at: number) => Partial<Transfer>,
  rest: Partial<Transfers> = {},
): Transfers => ({
  ...sending,
  items: sending.items.map((transfer, at) => ({ ...transfer, ...change(transfer, at) })),
  ...rest,
});

/** Two files on their way, large enough to have a time. */
const onTheirWay = with_(
  ({ state }) => (state === "working" ? { bytesTotal: 140_000_000, bytesDone: 20_000_000 } : {}),
  { waiting: 2, bytesDone: 40_000_000, bytesTotal: 280_000_000, bytesPerSecond: 2_000_000, secondsLeft: 120 },
);

/** The server did not answer five times, and a document was replaced meanwhile. */
const failing = with_((_, at) =>
  at === 0
    ? { state: "failed", attempts: 5, failure: failure("serviceFailed", {}, { status: 503 }), remedies: ["tryAgain"] }
    : at === 1
      ? {
          state: "needsYou",
          failure: failure("conflict", {}, { status: 409 }),
          finishedAt: null,
          remedies: ["replace", "keepBoth"],
        }
      : at === 2
        ? { state: "working" }
        : { state: "waiting" },
);

describe("transfers", () => {
  it("are counted beyond those that are listed", async () => {
    await open(with_(() => ({ state: "waiting" }), { waiting: 4800, active: 0, failed: 0, needsYou: 0, done: 0 }));
    expect(await screen.findByRole("heading", { name: /^Waiting ?4.?800$/ })).toBeVisible();
    expect(screen.getByText(/^and 4.?796 more$/)).toBeVisible();
  });

  it("of other connections are shown with the way to them, and nothing else can be done there", async () => {
    const { bridge, user } = await open(onTheirWay);
    bridge.answers({ activateConnection: null });
    const [prove] = office.appState.connections.filter(({ active }) => !active);
    if (prove === undefined) throw new Error("The office has two connections.");
    const items = sending.items
      .slice(0, 1)
      .map((item) => ({ ...item, state: "working" as const, left: "cutOff" as const }));
    const transfers = { ...sending, items, active: 1, waiting: 0, failed: 0, needsYou: 0, done: 0 };
    act(() => bridge.emit("otherTransfersChanged", [{ connection: prove.name, held: null, transfers }]));
    const there = await screen.findByRole("region", { name: prove.name });
    expect(within(there).getByText(/was cut off and starts again at 0 bytes/)).toBeVisible();
    const switches = within(there).getAllByRole("button");
    expect(switches.map(({ textContent }) => textContent)).toEqual([`Switch to ${prove.name}`]);
    expect(screen.getByRole("button", { name: new RegExp(`Uploading 4 files.*1 in ${prove.name}`) })).toBeVisible();
    await user.click(switches[0] as HTMLElement);
    expect(bridge.calls("activateConnection")).toEqual([[prove.name]]);
    expect(await axeFindings()).toEqual([]);
  });

  it("of a connection without its secret wait and ask for it", async () => {
    const { bridge } = await open();
    const [prove] = office.appState.connections.filter(({ active }) => !active);
    const name = prove?.name ?? "";
    const transfers = { ...sending, active: 0, waiting: 2, failed: 0, needsYou: 0 };
    act(() => bridge.emit("otherTransfersChanged", [{ connection: name, held: failure("keyring"), transfers }]));
    const there = await screen.findByRole("region", { name });
    expect(within(there).getByText("Waiting for the secret of this connection")).toBeVisible();
    expect(within(there).getByRole("button", { name: `Enter the secret of ${name}` })).toBeVisible();
  });

  it("say in the status bar how many files and bytes are on their way, and how long", async () => {
    await open(onTheirWay);
    const status = await screen.findByRole("button", { name: /Uploading 4 files/ });
    expect(status).toHaveTextContent(/of 280 MB · about 2 min/);
  });

  it("are quiet when nothing was sent", async () => {
    await open();
    expect(await screen.findByText("No active transfers.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Uploading/ })).toBeNull();
  });

  it("show the worst first, with the reason and what to do", async () => {
    await open(failing);
    const titles = (await screen.findAllByRole("heading", { level: 3 })).map((title) => title.textContent);
    expect(titles.map((title) => title?.replace(/\d.*/, ""))).toEqual(["Action needed", "Failed", "Now", "Waiting"]);
    const failed = await item(/Punktsky/);
    expect(within(failed).getByText(/Tried 5 times\./)).toBeVisible();
    expect(within(failed).getByText(/503/), "the code is in small print").toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it("give an empty file no share: there is nothing to have one of", async () => {
    await open(
      with_((_, at) => (at === 0 ? { state: "working", bytesDone: 0, bytesTotal: 0 } : { state: "done" }), {
        ...{ active: 1, waiting: 0, failed: 0, needsYou: 0, bytesDone: 0, bytesTotal: 0 },
      }),
    );
    expect(await screen.findByText("In progress")).toBeVisible();
    expect(screen.queryByText(/0 %| of 0/)).toBeNull();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("pause and go on", async () => {
    const { user, bridge } = await open(onTheirWay);
    bridge.answers({ pauseTransfers: null });
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    expect(bridge.calls("pauseTransfers")).toEqual([[true]]);
    act(() => bridge.emit("transfersChanged", { ...onTheirWay, paused: true }));
    expect(await screen.findByText(/^Paused at/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(bridge.calls("pauseTransfers")).toEqual([[true], [false]]);
  });

  it("hide one that is being cancelled everywhere, also where the panel is opened again meanwhile", async () => {
    const { user } = await open({ ...failing, failed: 1, needsYou: 1, active: 0, waiting: 0 });
    await user.click(await screen.findByRole("button", { name: /^Cancel Punktsky/ }));
    const status = screen.getByRole("button", { name: /Action needed/ });
    expect(status).not.toHaveTextContent("Failed");
    act(() => openTransfers(false));
    act(() => openTransfers());
    await screen.findByRole("heading", { name: "Transfers" });
    const cancel = { name: /^Cancel Punktsky/ };
    expect(screen.queryByRole("button", cancel)).toBeNull();
    act(() => void undoNewest());
    expect(await screen.findByRole("button", cancel)).toBeVisible();
    expect(status).toHaveTextContent("Failed");
  });

  it("name those that wait beside those that failed", async () => {
    await open({ ...failing, failed: 2, needsYou: 0, active: 0, waiting: 3 });
    const status = await screen.findByRole("button", { name: /Failed · 2/ });
    expect(status).toHaveTextContent(/Waiting · 3/);
  });

  it("do not say that they upload while all of them wait", async () => {
    await open({ ...failing, failed: 0, needsYou: 0, active: 0, waiting: 2, filesDone: 7, filesTotal: 8 });
    expect(await screen.findByText("Waiting, 7 of 8 done")).toBeVisible();
    expect(screen.queryByText(/^Uploading/)).toBeNull();
  });

  it("say in the panel what a command refused", async () => {
    const { user, bridge } = await open(failing);
    bridge.refuses("retryTransfers", failure("busy"));
    await user.click(within(await item(/Punktsky/)).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("alert")).toBeVisible();
    bridge.refuses("cancelTransfers", failure("busy"));
    const cancel = { name: /^Cancel Punktsky/ };
    await user.click(screen.getByRole("button", cancel));
    expect(screen.queryByRole("button", cancel)).toBeNull();
    act(() => finishUndo(useUndoStore.getState().toasts[0]?.id ?? 0));
    expect(await screen.findByRole("button", cancel), "it goes on").toBeVisible();
  });

  it("offer what solves a failure, and nothing that must fail again", async () => {
    const { user, bridge } = await open(failing);
    bridge.answers({ resolveTransferName: null });
    const replace = await screen.findByRole("button", { name: "Replace" });
    const row = replace.closest("li");
    if (row === null) throw new Error("The button is in a row.");
    expect(within(row).queryByRole("button", { name: "Try again" })).toBeNull();
    await user.click(within(row).getByRole("button", { name: "Keep both" }));
    expect(bridge.calls("resolveTransferName")).toEqual([[expect.any(Number), "keepBoth"]]);
  });

  it("say the end to a screen reader", async () => {
    const { bridge } = await open(onTheirWay);
    await screen.findByRole("button", { name: /Uploading 4 files/ });
    const done = with_(() => ({ state: "done", failure: null }), {
      active: 0,
      waiting: 0,
      failed: 0,
      filesDone: 4,
      filesTotal: 4,
    });
    act(() => bridge.emit("transfersChanged", done));
    expect(await screen.findByText("Done: 4 files.")).toBeInTheDocument();
  });

  it("put the keyboard on the one that was asked for, again each time", async () => {
    await open(failing);
    const wanted = failing.items.find(({ state }) => state === "failed");
    if (wanted === undefined) throw new Error("One failed.");
    const row = await item(/Punktsky/);
    expect(row).not.toHaveFocus();
    for (let turn = 0; turn < 2; turn += 1) {
      act(() => showTransfer(wanted.id));
      expect(row).toHaveFocus();
      row.blur();
    }
  });
});

it("Del twice cancels one transfer, and the next one once a key goes to it", async () => {
  const { user, bridge } = await open(onTheirWay);
  bridge.answers({ cancelTransfers: null });
  const { pass } = stopClock();
  const cancelled = () => useTransfersPanel.getState().cancelling.size;
  const [first] = await screen.findAllByRole("listitem");
  act(() => first?.focus());
  await user.keyboard("{Delete}{Delete}");
  pass(5 * SETTLE_MS);
  await user.keyboard("{Delete}");
  expect(cancelled(), "the keyboard came to the next row by itself").toBe(1);
  await user.keyboard("{ArrowUp}{Delete}");
  expect(cancelled()).toBe(2);
  act(() => (document.activeElement as HTMLElement).blur());
  act(() => screen.getAllByRole("listitem")[0]?.focus());
  await user.keyboard("{Delete}");
  expect(cancelled(), "the one that had the keyboard left").toBe(2);
  await user.click(screen.getAllByRole("listitem")[0] as HTMLElement);
  await user.keyboard("{Delete}");
  expect(cancelled()).toBe(3);
});

it("arrows go on from where the row was that had the keyboard", async () => {
  const { user, bridge } = await open(onTheirWay);
  const rows = await screen.findAllByRole("listitem");
  act(() => rows[0]?.focus());
  await user.keyboard("{ArrowDown}");
  const [left, below] = [rows[1], rows[2]].map((row) => row?.dataset.transfer);
  const items = onTheirWay.items.filter(({ id }) => String(id) !== left);
  act(() => bridge.emit("transfersChanged", { ...onTheirWay, items }));
  await waitFor(() => expect(document.querySelector(`[data-transfer="${left}"]`)).toBeNull());
  act(() =>
    document.querySelector<HTMLElement>("[data-transfer]")?.parentElement?.closest<HTMLElement>("div")?.focus(),
  );
  await user.keyboard("{ArrowDown}");
  expect((document.activeElement as HTMLElement).dataset.transfer).toBe(below);
});

it("a remedy is asked for once by a double click", async () => {
  const { user, bridge } = await open(failing);
  const { pass } = stopClock();
  bridge.answers({ resolveTransferName: null });
  const replace = await screen.findByRole("button", { name: "Replace" });
  await user.dblClick(replace);
  expect(bridge.calls("resolveTransferName")).toHaveLength(1);
  pass(SETTLE_MS);
  await user.click(replace);
  expect(bridge.calls("resolveTransferName")).toHaveLength(2);
});

it("the guide is not covered by the panel that led to it", async () => {
  const { user } = await open(failing);
  await user.click((await screen.findAllByRole("button", { name: "More in the guide" }))[0] as HTMLElement);
  onTestFinished(closeGuide);
  expect(useGuide.getState().place).toBe("documents#failed");
  expect(screen.queryByRole("heading", { name: "Transfers" })).toBeNull();
});
