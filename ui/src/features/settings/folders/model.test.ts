import { expect, it } from "vitest";
import { timeOf } from "./model";

it("a time of the day is read as people write it", () => {
  for (const [typed, time] of [
    ["7", "07:00"],
    ["07:30", "07:30"],
    ["7.30", "07:30"],
    ["0730", "07:30"],
    [" 16 45 ", "16:45"],
    ["24", null],
    ["7:5", null],
    ["7:60", null],
    ["noon", null],
    ["", null],
  ] as const)
    expect(timeOf(typed), typed).toBe(time);
});
