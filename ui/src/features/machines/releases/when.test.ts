import { expect, it } from "vitest";
import { hourOf, momentOf, tomorrowAtSeven } from "./when";

const noon = new Date(2026, 10, 30, 12, 0);

it("is tomorrow at seven at first, over the end of a month too", () => {
  expect(tomorrowAtSeven(noon)).toEqual({ day: "2026-12-01", hour: "07:00" });
});

it("is a moment of this computer's own clock", () => {
  const at = momentOf({ day: "2026-12-01", hour: "07:00" }, noon);
  expect(at).toEqual(new Date(2026, 11, 1, 7, 0));
});

it("is none for what is over, or not written out", () => {
  expect(momentOf({ day: "2026-11-30", hour: "12:00" }, noon)).toBeNull();
  expect(momentOf({ day: "2026-11-30", hour: "12:01" }, noon)).not.toBeNull();
  expect(momentOf({ day: "", hour: "07:00" }, noon)).toBeNull();
  expect(momentOf({ day: "2026-12-01", hour: "" }, noon)).toBeNull();
});

it.each([
  ["0232", "02:32"],
  ["232", "02:32"],
  ["2:32", "02:32"],
  ["02.32", "02:32"],
  [" 7 ", "07:00"],
  ["23", "23:00"],
  ["2359", "23:59"],
  ["7 pm", "19:00"],
  ["12:05am", "00:05"],
  ["24", null],
  ["2360", null],
  ["13 pm", null],
  ["", null],
  ["soon", null],
])("reads the hour of %j as %s", (typed, hour) => {
  expect(hourOf(typed)).toBe(hour);
});
