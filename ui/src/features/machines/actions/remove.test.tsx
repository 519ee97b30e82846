import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { BatchReport } from "../../../ipc";
import { useQuestion } from "../../../shared/records/ask";
import { KindProvider } from "../../../shared/records/kind";
import type { Answers } from "../../../shared/testing/bridge";
import { show } from "../../../shared/testing/render";
import { machineKind } from "../fleet/kind";
import { useFleet } from "../fleet/store";
import { useView } from "../fleet/view";
import { machine } from "../model/machine-for-tests";
import { useActs } from "./use-acts";

const none = { rows: 1, saved: 1, already: 0, refused: 0, conflicts: 0, gone: 0, partly: 0, notSent: 0, unknown: 0 };
const deleted = {
  batch: { id: 7, kind: "delete", totals: none },
  rows: [{ machineId: "1021", number: "1021", outcome: "saved", cells: [] }],
} as unknown as BatchReport;

function Delete() {
  const acts = useActs(() => {});
  return (
    <button onClick={() => void acts.remove("1021")} type="button">
      delete
    </button>
  );
}

async function press(answers: Answers) {
  const one = machine("1021", { name: "Volvo EC220E" });
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  const shown = await show(
    <KindProvider value={{ ...machineKind, settled: async () => {} }}>
      <Delete />
    </KindProvider>,
    answers,
  );
  await shown.user.click(screen.getByRole("button", { name: "delete" }));
  return { ...shown, question: () => useQuestion.getState().question };
}

it("asks before a machine is deleted, and states that it does not come back with its ID", async () => {
  const { bridge, question } = await press({ checkDelete: { deletable: true, reason: null }, deleteMachine: deleted });
  expect(question()?.text).toBe("Delete 1021 Volvo EC220E? Created again, it gets another ID.");
  expect(question()?.yes).toBe("Delete 1021");
  expect(bridge.calls("deleteMachine")).toEqual([]);
  await act(async () => question()?.run());
  expect(bridge.calls("deleteMachine")).toEqual([["1021"]]);
});

it("does not ask about one that cannot be deleted, and shows what keeps it", async () => {
  const { question } = await press({ checkDelete: { deletable: false, reason: "Equipment is linked to it." } });
  expect(question()).toBeNull();
  expect(useView.getState().panel).toEqual({ kind: "detail", id: "1021", refused: "Equipment is linked to it." });
});
