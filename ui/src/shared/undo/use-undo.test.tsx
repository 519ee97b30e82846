import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FailureError, type Undoable, type UndoScreen } from "../../ipc";
import type { Answers } from "../testing/bridge";
import { show } from "../testing/render";
import { AskUndo } from "./AskUndo";
import { useAskUndo } from "./ask";
import { offerUndo, useUndoStore } from "./store";
import { useUndo } from "./use-undo";

const upload = (change: Partial<Extract<Undoable, { of: "documents" }>> = {}): Undoable => ({
  of: "documents",
  act: "act-1",
  kind: "upload",
  count: 3,
  name: "HB-101.pdf",
  at: "2026-11-20T11:00:00Z",
  connection: "Nordre",
  thisRun: true,
  ...change,
});

function Screen({ of }: { of: UndoScreen }) {
  const undo = useUndo(of);
  return (
    <button onClick={undo} type="button">
      Ctrl Z
    </button>
  );
}

function Question() {
  const asking = useAskUndo((state) => state.asking);
  return asking === null ? null : <AskUndo {...asking} />;
}

async function press(answers: Answers) {
  const { bridge } = await show(
    <>
      <Screen of="documents" />
      <Question />
    </>,
    { undoAct: { act: "act-2", done: 3, unchanged: 0, failed: [] }, ...answers },
  );
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Ctrl Z" }));
  press();
  return { bridge, press };
}

it("the newest act of this run is taken back at once", async () => {
  const { bridge } = await press({ undoable: upload() });
  await waitFor(() => expect(bridge.calls("undoAct")).toEqual([["act-1"]]));
  expect(bridge.calls("undoable")).toEqual([["documents"]]);
  expect(await screen.findByText("Undone: 3 of 3 files.")).toBeVisible();
});

it("without an answer of the server it says that nothing was undone", async () => {
  const away = {
    kind: "unreachable" as const,
    message: "",
    fix: "",
    status: null,
    code: null,
    field: null,
    params: {},
  };
  const undoAct = () => {
    throw new FailureError(away);
  };
  await press({ undoable: upload(), undoAct });
  expect(await screen.findByText("Not undone. The server does not answer.")).toBeVisible();
});

it("an older act is asked about by its name, time and connection", async () => {
  const { bridge } = await press({ undoable: upload({ thisRun: false }) });
  expect(await screen.findByText(/^Upload of 3 files · .* · Nordre$/)).toBeVisible();
  expect(bridge.calls("undoAct")).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(bridge.calls("undoAct")).toEqual([["act-1"]]));
});

it("a delete whose ten seconds are over is restored from History", async () => {
  const { bridge } = await press({
    undoable: upload({ kind: "delete", count: 1 }),
    restoreAct: { act: "act-2", done: 1, unchanged: 0, failed: [] },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Restore from History" }));
  await waitFor(() => expect(bridge.calls("restoreAct")).toEqual([["act-1"]]));
  expect(bridge.calls("undoAct")).toEqual([]);
});

it("the toasts of other screens, and those for their buttons alone, are no matter of Ctrl Z", async () => {
  const [other, review, here] = [vi.fn(), vi.fn(), vi.fn()];
  useUndoStore.setState({ screen: "documents" });
  offerUndo({ text: "here", undo: here });
  offerUndo({ text: "other", undo: other, screen: "machines" });
  offerUndo({ text: "review", undo: review, keys: false });
  const { bridge, press: again } = await press({ undoable: null });
  expect([here, other, review].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  expect(bridge.calls("undoable")).toEqual([]);
  again();
  await waitFor(() => expect(bridge.calls("undoable")).toHaveLength(1));
  expect(await screen.findByText("Nothing to undo.")).toBeVisible();
  expect([other, review].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
