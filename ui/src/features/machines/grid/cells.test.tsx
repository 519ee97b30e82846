import { expect, it } from "vitest";
import { machine } from "../model/machine-for-tests";
import { type CellWords, checkInCell } from "./cells";

const words = {
  blocked: "Blocked",
  open: "Open",
  waits: "Waiting for confirmation from the server",
  planned: (at: string) => `Unblock planned for ${at}`,
  block: () => "Block",
  release: () => "Unblock",
} as unknown as CellWords;
const at = "2026-11-30T06:00:00Z";
const cell = (blocked: boolean, waits: boolean, planned: string | undefined) =>
  checkInCell(machine("1021", { blockCheckIn: blocked }), waits, planned, true, words, () => {}, null);

it("marks a machine whose unblock is planned, and no other", () => {
  expect(cell(true, false, at)).toHaveTextContent(`Blocked Unblock planned for ${at}`);
  expect(cell(true, false, at).querySelector(".fd-cell-waits")).toHaveAttribute("title", `Unblock planned for ${at}`);
  expect(cell(true, false, undefined).querySelector(".fd-cell-waits")).toBeNull();
  expect(cell(false, false, at).querySelector(".fd-cell-waits")).toBeNull();
  expect(cell(true, true, at).querySelector(".fd-cell-waits")).toHaveAttribute("title", words.waits);
});
