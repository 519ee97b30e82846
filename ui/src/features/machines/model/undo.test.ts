import { expect, it } from "vitest";
import type { CellEdit } from "../../../ipc";
import { did, noCommands, redone, saveUndone, undone, without } from "./undo";

const edit = (machineId: string, text: string): CellEdit => ({
  machineId,
  field: "department",
  input: { kind: "text", value: text },
});
const command = (id: string) => ({ before: [edit(id, "old")], after: [edit(id, "new")] });

it("takes commands back in turn, and does them again", () => {
  const two = did(did(noCommands, command("1")), command("2"));
  const back = undone(two);
  expect(back?.command.before[0]?.machineId).toBe("2");
  const again = redone(back?.commands ?? noCommands);
  expect(again?.command.after[0]?.machineId).toBe("2");
  expect(again?.commands).toEqual(two);
});

it("forgets what was undone as soon as something else is done", () => {
  const back = undone(did(noCommands, command("1")));
  const next = did(back?.commands ?? noCommands, command("2"));
  expect(redone(next)).toBeNull();
});

it("has nothing to take back at first, and empty acts are none", () => {
  expect(undone(noCommands)).toBeNull();
  expect(did(noCommands, { before: [], after: [] })).toBe(noCommands);
});

it("leaves out what was saved, of every command that touched it", () => {
  const both = { before: [edit("1", "a"), edit("2", "b")], after: [edit("1", "c"), edit("2", "d")] };
  const kept = without(did(did(noCommands, both), command("1")), (id) => id === "1");
  expect(kept.done).toEqual([{ before: [edit("2", "b")], after: [edit("2", "d")] }]);
});

it("puts in again what an undone save had saved, and takes that back", () => {
  const after = saveUndone(noCommands, [edit("1", "new")]);
  const again = redone(after);
  expect(again?.command.after).toEqual([edit("1", "new")]);
  const back = undone(again?.commands ?? noCommands);
  expect(back?.command.before).toEqual([{ machineId: "1", field: "department", input: { kind: "none" } }]);
  expect(saveUndone(noCommands, [])).toEqual(noCommands);
});
