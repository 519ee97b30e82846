import { expect, it } from "vitest";
import { momentOf, tomorrowAtSeven } from "./when";

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
