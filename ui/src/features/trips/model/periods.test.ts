import { describe, expect, it } from "vitest";
import { dayIn, daysOf } from "./periods";

describe("named periods", () => {
  it("are the weeks from Monday and the months of a day", () => {
    const of = (today: string) =>
      (["thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const).map((period) => {
        const { from, to } = daysOf(period, today);
        return `${from} ${to}`;
      });
    // A Sunday.
    expect(of("2026-11-29")).toEqual([
      "2026-11-23 2026-11-29",
      "2026-11-16 2026-11-22",
      "2026-11-01 2026-11-30",
      "2026-10-01 2026-10-31",
    ]);
    // A Thursday, the first of a year.
    expect(of("2026-01-01")).toEqual([
      "2025-12-29 2026-01-04",
      "2025-12-22 2025-12-28",
      "2026-01-01 2026-01-31",
      "2025-12-01 2025-12-31",
    ]);
    expect(daysOf("lastMonth", "2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  });

  it("begin with the day in the zone of the trips", () => {
    const late = new Date("2026-11-29T23:30:00Z");
    expect([dayIn("Etc/UTC", late), dayIn("Europe/Oslo", late)]).toEqual(["2026-11-29", "2026-11-30"]);
  });
});
