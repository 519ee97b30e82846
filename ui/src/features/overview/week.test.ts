import { expect, it } from "vitest";
import { weekOf } from "./week";

it.each([
  ["a Monday", "2026-11-23T12:00:00Z", "Europe/Oslo", "2026-11-23", "2026-11-29"],
  ["a Sunday", "2026-11-29T12:00:00Z", "Europe/Oslo", "2026-11-23", "2026-11-29"],
  ["a Sunday in UTC that is a Monday there", "2026-11-29T23:30:00Z", "Europe/Oslo", "2026-11-30", "2026-12-06"],
  ["the week in which summer time ends", "2026-10-25T23:30:00Z", "Europe/Oslo", "2026-10-26", "2026-11-01"],
  ["the turn of the year", "2026-12-31T23:30:00Z", "America/New_York", "2026-12-28", "2027-01-03"],
])("the week of %s", (_, now, zone, from, to) => {
  expect(weekOf(new Date(now), zone)).toEqual({ from, to });
});
