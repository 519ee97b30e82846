import { expect, it } from "vitest";
import { stacked } from "./stacks";

const spots = [
  { key: "pit", at: [0, 0] as const },
  { key: "tip", at: [0, 0] as const },
  { key: "quay", at: [6, 8] as const },
];

it("lets the first place stand for those that lie on it", () => {
  expect([...stacked(spots, 5)]).toEqual([
    ["pit", 1],
    ["quay", 0],
  ]);
  expect([...stacked(spots, 10)], "farther out more of them do").toEqual([["pit", 2]]);
  expect([...stacked([], 10)]).toEqual([]);
});
