import { expect, it } from "vitest";
import { columnsFor, headingsOf, keeping } from "./kept-columns";

const file = headingsOf([{ heading: "Nr" }, { heading: " Timer" }]);

it("a file is known by its headings in any order and case", () => {
  expect(headingsOf([{ heading: "timer" }, { heading: "NR" }])).toBe(file);
  expect(headingsOf([{ heading: "Nr" }, { heading: "Timer" }, { heading: "Vekt" }])).not.toBe(file);
});

it("the newest choice for the headings counts, and none forgets them", () => {
  const first = keeping([], file, { Timer: "hourMeter" });
  expect(columnsFor(first, file)).toEqual({ Timer: "hourMeter" });
  const second = keeping(first, file, { Timer: null });
  expect(columnsFor(second, file)).toEqual({ Timer: null });
  expect(second).toHaveLength(1);
  expect(columnsFor(keeping(second, file, {}), file)).toBeNull();
  expect(columnsFor(second, headingsOf([]))).toBeNull();
});

it("only so many kinds of files are kept, the newest", () => {
  let kept = keeping([], file, { Nr: "name" });
  for (let at = 0; at < 40; at += 1) kept = keeping(kept, `[${at}]`, { Nr: "name" });
  expect(kept).toHaveLength(40);
  expect(columnsFor(kept, file)).toBeNull();
});
