import { describe, expect, it } from "vitest";
import type { PendingEdit } from "../../../ipc";
import { linkedTo } from "./equipment";
import { machine, notNumber, pendingEdit } from "./machine-for-tests";
import { readyOf } from "./ready";

const edit = (machineId: string, field: string, more: Partial<PendingEdit> = {}): [string, PendingEdit] => [
  field,
  pendingEdit(machineId, field, { value: "x", ...more }),
];

describe("what a save would send", () => {
  it("is every machine without anything open; the good edits beside something open wait with it", () => {
    const pending = new Map([
      ["good", new Map([edit("good", "name"), edit("good", "hourMeter", { falls: true })])],
      ["bad", new Map([edit("bad", "name", notNumber), edit("bad", "hourMeter", { falls: true })])],
      ["open", new Map([edit("open", "name", { changed: true, theirs: "y" }), edit("open", "department")])],
      ["away", new Map([edit("away", "name")])],
    ]);
    expect(readyOf(pending, (id) => id !== "away")).toEqual({
      edits: 2,
      machines: ["good"],
      problems: 1,
      undecided: 1,
      held: 2,
      gone: 1,
      falls: 1,
    });
  });
});

describe("equipment of a machine", () => {
  const piece = (id: string, parentMachineId: string | null) => machine(id, { isEquipment: true, parentMachineId });
  const fleet = new Map(
    [piece("here", "m"), piece("leaves", "m"), piece("comes", null), piece("other", "n")].map((one) => [one.id, one]),
  );
  it("is what hangs on it, what saving attaches, and what saving detaches", () => {
    const pending = new Map([
      ["leaves", new Map([edit("leaves", "parentMachineId", { value: "" })])],
      ["comes", new Map([edit("comes", "parentMachineId", { value: "m" })])],
      ["other", new Map([edit("other", "parentMachineId", { value: "n", ...notNumber })])],
    ]);
    expect(linkedTo("m", fleet, pending).map((each) => [each.machine.id, each.pending])).toEqual([
      ["here", null],
      ["leaves", "detached"],
      ["comes", "attached"],
    ]);
  });
});
