import { describe, expect, it } from "vitest";
import { readDate } from "./read-date";
import { readNumber } from "./read-number";

describe("a number", () => {
  it.each([
    ["4163", true, 4163],
    ["4 163", true, 4163],
    ["4\u00a0163,5", true, 4163.5],
    ["1.234,5", true, 1234.5],
    ["1,234.5", false, 1234.5],
    ["1,234", false, 1234],
    ["1,234", true, 1.234],
    ["1.234", true, 1234],
    ["14,2", false, 14.2],
    ["14.2", true, 14.2],
    ["1.234.567", true, 1234567],
    ["-3", true, -3],
    ["4 150 h", true, 4150],
    ["12,3,4", true, undefined],
    ["elleve", true, undefined],
    ["", true, undefined],
    ["80h66", true, undefined],
    ["1e5", true, undefined],
  ])("%j with comma %s is %s", (text, comma, value) => {
    expect(readNumber(text, comma, "h")).toBe(value);
  });
});

describe("a day", () => {
  const today = new Date(2026, 10, 21);

  it.each([
    ["3.11", "2026-11-03T00:00:00Z"],
    ["0311", "2026-11-03T00:00:00Z"],
    ["3 nov", "2026-11-03T00:00:00Z"],
    ["3. mai 2025", "2025-05-03T00:00:00Z"],
    ["03.11.2026", "2026-11-03T00:00:00Z"],
    ["3/11/26", "2026-11-03T00:00:00Z"],
    ["2026-11-03", "2026-11-03T00:00:00Z"],
    ["2026-11-03T10:00:00Z", "2026-11-03T00:00:00Z"],
    ["31.12.1899", "odd"],
    ["01.01.1900", "odd"],
    ["31.02.2026", undefined],
    ["13.13.2026", undefined],
    ["i går", undefined],
  ])("%j is %s", (text, day) => {
    expect(readDate(text, today)).toBe(day);
  });

  it("reads the month first where the region does", () => {
    expect(readDate("11/03/2026", today, true)).toBe("2026-11-03T00:00:00Z");
  });
});
