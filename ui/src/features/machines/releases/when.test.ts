import { expect, it } from "vitest";
import { localDay } from "../../../shared/local-time";
import { hourOf, isThere, momentOf, tomorrowAtSeven } from "./when";

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

it("is none at an hour that the clocks go forward over, and says that there is none", () => {
  // Whether this computer's zone has such an hour depends on the zone: of each hour of the year it is told the same.
  for (let hour = 0; hour < 366 * 24; hour += 1) {
    const at = new Date(Date.UTC(2027, 0, 1, hour));
    const two = (value: number) => String(value).padStart(2, "0");
    const when = { day: localDay(at), hour: `${two(at.getHours())}:${two(at.getMinutes())}` };
    expect(isThere(when), `${when.day} ${when.hour}`).toBe(true);
  }
  const gap = { day: "2027-03-28", hour: "02:30" };
  const shifted = new Date("2027-03-28T02:30").getHours() !== 2;
  expect(isThere(gap)).toBe(!shifted);
  expect(momentOf(gap, noon) === null).toBe(shifted);
});
