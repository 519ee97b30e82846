import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failure, type Switch, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { openTransfers } from "./store";
import { TransfersPanel } from "./TransfersPanel";
import { TransfersStatus } from "./TransfersStatus";

beforeEach(() => openTransfers(false));

async function open(...on: Switch[]) {
  const shown = await show(
    <>
      <TransfersStatus />
      <TransfersPanel />
    </>,
    scenario(on),
  );
  act(() => openTransfers());
  await screen.findByRole("heading", { name: "Transfers" });
  return shown;
}
const item = async (name: RegExp) => (await screen.findByText(name)).closest("li") as HTMLElement;

describe("transfers", () => {
  it("say in the status bar how many files and bytes are on their way, and how long", async () => {
    await open("sending");
    const status = await screen.findByRole("button", { name: /Sending 4 files/ });
    expect(status).toHaveTextContent(/of 291 MB · about 2 min/);
  });

  it("are quiet when nothing was sent", async () => {
    await open();
    expect(await screen.findByText("Nothing on its way.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Sending/ })).toBeNull();
  });

  it("show the worst first, with the reason and what to do", async () => {
    await open("failing", "sending");
    const titles = (await screen.findAllByRole("heading", { level: 3 })).map((title) => title.textContent);
    expect(titles.map((title) => title?.replace(/\d.*/, ""))).toEqual([
      "Needs you",
      "Failed",
      "Now",
      "Waiting",
      "Done today",
    ]);
    const failed = await item(/SJA sprengning uke 48/);
    expect(within(failed).getByText(/Tried 5 times\./)).toBeVisible();
    expect(within(failed).getByText(/503/), "the code is in small print").toBeVisible();
  });

  it("try again what failed", async () => {
    const { user, bridge } = await open("failing");
    await user.click(within(await item(/SJA sprengning uke 48/)).getByRole("button", { name: "Try now" }));
    expect(bridge.fake.calls.at(-1)).toEqual({ name: "retryTransfers", args: [[12]] });
  });

  it("stop at once what is being sent, and undo sends it again", async () => {
    const { user, bridge } = await open("sending");
    await user.click(await screen.findByRole("button", { name: "Cancel Terrengmodell 2026-11-18.ifc" }));
    expect(bridge.fake.calls.at(-1)).toEqual({ name: "cancelTransfers", args: [[1]] });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(bridge.fake.calls.at(-1)).toEqual({ name: "retryTransfers", args: [[1]] });
  });

  it("pause and go on", async () => {
    const { user } = await open("sending");
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    expect(await screen.findByText("Paused at 2 of 6")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Go on" }));
    expect(await screen.findByText("Sending 2 of 6")).toBeVisible();
  });

  it("say in the panel what a command refused", async () => {
    const { user, bridge } = await open("failing");
    bridge.fake.refuse("retryTransfers", failure("busy"));
    await user.click(within(await item(/SJA sprengning uke 48/)).getByRole("button", { name: "Try now" }));
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("say the end to a screen reader", async () => {
    const { bridge } = await open("sending");
    await screen.findByRole("button", { name: /Sending 4 files/ });
    await act(async () => {
      for (let step = 0; step < 6; step += 1) bridge.fake.advance(400_000_000);
    });
    expect(await screen.findByText("Done: 6 files.")).toBeInTheDocument();
  });

  it("have nothing that axe objects to", async () => {
    await open("failing", "sending");
    await item(/SJA sprengning uke 48/);
    expect(await axeFindings()).toEqual([]);
  });
});
