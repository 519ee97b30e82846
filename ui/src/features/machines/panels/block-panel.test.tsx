import { act, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { BatchReport } from "../../../ipc";
import { KindProvider } from "../../../shared/records/kind";
import { progressOf } from "../../../shared/records/progress";
import { show } from "../../../shared/testing/render";
import { type Acts, useActs } from "../actions/use-acts";
import { machineKind } from "../fleet/kind";
import { BlockPanel } from "./BlockPanel";

const ids = ["1021", "1063"];
const none = { already: 0, partly: 0, conflicts: 0, gone: 0, excluded: 0, refused: 0, notSent: 0, unknown: 0 };
const blocked = {
  batch: {
    id: 7,
    kind: "block",
    stopped: null,
    reverts: null,
    revertedBy: null,
    totals: { ...none, rows: 2, saved: 2 },
  },
  rows: ids.map((machineId) => ({ machineId, number: machineId, outcome: "saved", cells: [] })),
} as unknown as BatchReport;
const request = {};

function Panel() {
  const acts = useActs(() => {});
  return <BlockPanel acts={acts} ids={ids} onClose={vi.fn()} onShow={vi.fn()} request={request} />;
}

it("shows for machines that are blocked until a time that their unblock is planned, and when", async () => {
  const { user, bridge } = await show(
    <KindProvider value={{ ...machineKind, settled: async () => {} }}>
      <Panel />
    </KindProvider>,
    {
      batches: [],
      blockMachines: blocked,
      blockMessages: [],
      checkBlock: { blockable: ids, blocked: [], equipment: [], gone: [], changed: [] },
    },
  );
  await user.click(await screen.findByText("On a date"));
  const time = screen.getByLabelText("Time");
  expect(time).toHaveValue("07:00");
  await user.clear(time);
  await user.type(time, "0232");
  await user.tab();
  expect(time).toHaveValue("02:32");
  await user.click(screen.getByRole("button", { name: /^Block 2/ }));
  const at = new Date(String(bridge.calls("blockMachines")[0]?.[3]));
  expect([at.getHours(), at.getMinutes()]).toEqual([2, 32]);
  expect(await screen.findByText(/^2 of 2 blocked, unblock planned for .*0?2:32/)).toBeVisible();
  const toasts = within(screen.getByRole("region", { name: "Just done" }));
  expect(await toasts.findByText(/^2 machines blocked\. Unblock planned for .*0?2:32/)).toBeVisible();
});

function Asked() {
  const [request, setRequest] = useState({});
  return (
    <KindProvider value={machineKind}>
      <button onClick={() => setRequest({})} type="button">
        Block again
      </button>
      <BlockPanel acts={{} as Acts} ids={ids} onClose={vi.fn()} onShow={vi.fn()} request={request} />
    </KindProvider>
  );
}

it("asked for again while it is open, the letters typed next belong to the message", async () => {
  const check = { blockable: ids, blocked: [], equipment: [], gone: [], changed: [] };
  const { user } = await show(<Asked />, { batches: [], blockMessages: [], checkBlock: check });
  const message = await screen.findByLabelText("Message to crews");
  await user.type(message, "Stop");
  await user.click(screen.getByRole("button", { name: "Block again" }));
  expect(message).toHaveFocus();
  expect(message).toHaveValue("Stop");
});

it("shows what an hour looks like where none was typed", async () => {
  const { user } = await show(
    <KindProvider value={machineKind}>
      <Panel />
    </KindProvider>,
    {
      batches: [],
      blockMessages: [],
      checkBlock: { blockable: ids, blocked: [], equipment: [], gone: [], changed: [] },
    },
  );
  await user.click(await screen.findByText("On a date"));
  await user.clear(screen.getByLabelText("Time"));
  await user.type(screen.getByLabelText("Time"), "soon");
  await user.tab();
  expect(screen.getByText("Write the time as 07:00")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Block 2/ }));
  expect(screen.getByLabelText("Time")).toBeVisible();
});

it("offers no block while one runs, and states when it can be undone", async () => {
  const check = { blockable: ["1", "2"], blocked: [], equipment: [], gone: [], changed: [] };
  const request = { kind: "block" };
  await show(
    <KindProvider value={machineKind}>
      <BlockPanel acts={{} as Acts} ids={["1", "2"]} onClose={vi.fn()} onShow={vi.fn()} request={request} />
    </KindProvider>,
    { checkBlock: check, blockMessages: [] },
  );
  const block = /^Block 2/;
  expect(await screen.findByRole("button", { name: block })).toBeVisible();
  act(() => progressOf("machines").setState({ running: true }));
  expect(screen.queryByRole("button", { name: block })).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("Not done yet. It can be undone when it is done.");
  act(() => progressOf("machines").setState({ running: false }));
  expect(screen.getByRole("button", { name: block })).toBeVisible();
});
