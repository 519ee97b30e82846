import { expect, it } from "vitest";
import { worstOf } from "./states";

it("the worst part names the whole", () => {
  expect(worstOf(["inStep", "working", "needsDecision", "failed"])).toBe("needsDecision");
  expect(worstOf(["working", "waiting"])).toBe("waiting");
});

it("states that are fine never outrank another", () => {
  expect(worstOf(["listed", "sent", "verified"], "listed")).toBe("listed");
  expect(worstOf([])).toBe("inStep");
});
