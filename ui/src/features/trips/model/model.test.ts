import { describe, expect, it } from "vitest";
import type { TripDay, TripFigures, TripGroup } from "../../../ipc";
import { noFilter } from "../../../shared/trip-filter";
import { bucketsOf, figuresIn, noFigures, spanOf, unitFor } from "./buckets";
import { coloursOf } from "./colours";
import { inPeriod, periodOf, setParts, toggled, without } from "./filter";
import { groupLabel, type Item, placeNames, ranked, uncounted } from "./groups";
import { stateWords } from "./state";

const figures = (more: Partial<TripFigures>): TripFigures => ({ ...noFigures, ...more });

describe("the filter", () => {
  it("takes a choice at the first click and releases it at the second", () => {
    const once = toggled(noFilter, "massType", { massType: "rock" });
    expect(once.massType).toBe("rock");
    expect(toggled(once, "massType", { massType: "rock" })).toEqual(noFilter);
    expect(toggled(once, "massType", { massType: "clay" }).massType).toBe("clay");
  });

  it("keeps the other parts", () => {
    const machine = toggled(noFilter, "machine", { machine: "1204" });
    const both = toggled(machine, "period", { from: "2026-11-02", to: "2026-11-06" });
    expect(setParts(both)).toEqual(["period", "machine"]);
    expect(toggled(both, "period", { from: "2026-11-02", to: "2026-11-06" })).toEqual(machine);
  });

  it("goes from a route to one of its places, not to nothing", () => {
    const route = toggled(noFilter, "route", { loadLocation: "a", dumpLocation: "b" });
    expect(toggled(route, "route", { loadLocation: "a" })).toEqual({ ...noFilter, loadLocation: "a" });
  });

  it("leaves out the parts of a chart for itself", () => {
    const filter = { ...noFilter, from: "2026-11-02", to: "2026-11-06", massType: "rock" };
    expect(without(filter, "period", "massType")).toEqual(noFilter);
    expect(without(filter, "period").massType).toBe("rock");
  });

  it("takes the days of a drag in either direction", () => {
    expect(periodOf("2026-11-06", "2026-11-02")).toEqual({ from: "2026-11-02", to: "2026-11-06" });
  });

  it("has spans in its period when a part of them is", () => {
    const filter = { ...noFilter, from: "2026-11-04", to: "2026-11-10" };
    expect(inPeriod(filter, "2026-11-02", "2026-11-08")).toBe(true);
    expect(inPeriod(filter, "2026-11-11", "2026-11-11")).toBe(false);
    expect(inPeriod(filter, "2026-11-03", "2026-11-03")).toBe(false);
    expect(inPeriod(noFilter, "2026-11-03", "2026-11-03")).toBe(true);
  });
});

describe("days", () => {
  const days = (count: number, step = 1): TripDay[] =>
    Array.from({ length: count }, (_, at) => ({
      day: new Date(Date.UTC(2024, 0, 1 + at * step)).toISOString().slice(0, 10),
      figures: figures({ trips: 1, m3: 2 }),
    }));

  it("are drawn as days, weeks or months", () => {
    expect(unitFor(days(92))).toBe("day");
    expect(unitFor(days(93))).toBe("week");
    expect(unitFor(days(1000))).toBe("month");
    // Few days over many years can still be drawn one by one.
    expect(unitFor(days(20, 90))).toBe("day");
  });

  it("are in weeks from Monday and in whole months", () => {
    expect(spanOf("2026-11-22", "week")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
    expect(spanOf("2026-11-23", "week")).toEqual({ from: "2026-11-23", to: "2026-11-29" });
    expect(spanOf("2024-02-10", "month")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  });

  it("lose nothing in buckets, and days not known are in none", () => {
    const all = [...days(400), { day: null, figures: figures({ trips: 7 }) }];
    for (const unit of ["day", "week", "month"] as const) {
      const sum = bucketsOf(all, unit).reduce((trips, bucket) => trips + bucket.figures.trips, 0);
      expect(sum).toBe(400);
    }
  });

  it("stand beside the same buckets for a part of the trips", () => {
    const buckets = bucketsOf(days(3), "day");
    expect(figuresIn(buckets, days(3).slice(1, 2), "day").map(({ trips }) => trips)).toEqual([0, 1, 0]);
  });
});

describe("colours", () => {
  const type = (key: string | null, trips: number): TripGroup => ({
    key,
    number: null,
    name: key,
    figures: figures({ trips }),
  });

  it("go to the six with the most trips", () => {
    const types = ["a", "b", "c", "d", "e", "f", "g"].map((key, at) => type(key, 100 - at));
    expect([...coloursOf([...types, type(null, 1000)], new Map())]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 2],
      ["d", 3],
      ["e", 4],
      ["f", 5],
    ]);
  });

  it("stay when new trips change the order", () => {
    const first = coloursOf([type("a", 2), type("b", 1)], new Map());
    const next = coloursOf([type("c", 9), type("b", 5), type("a", 2)], first);
    expect([next.get("a"), next.get("b"), next.get("c")]).toEqual([0, 1, 2]);
  });
});

describe("a breakdown", () => {
  const item = (id: string, more: Partial<TripFigures>): Item => ({ id, key: id, label: id, figures: figures(more) });
  const items = [
    item("rock", { trips: 3, m3: 30, m3Trips: 3 }),
    item("gravel", { trips: 2, tonnes: 50, tonnesTrips: 2 }),
    item("soil", { trips: 4, m3: 60, m3Trips: 3, tonnes: 10, tonnesTrips: 1 }),
    item("asphalt", { trips: 1 }),
  ];

  it("never adds m³ and tonnes", () => {
    expect(ranked(items, "m3").map(({ item: { id }, share }) => [id, share])).toEqual([
      ["soil", 1],
      ["rock", 0.5],
    ]);
    expect(ranked(items, "tonnes").map(({ item: { id }, amount }) => [id, amount])).toEqual([
      ["gravel", 50],
      ["soil", 10],
    ]);
    expect(uncounted(items).map(({ id }) => id)).toEqual(["asphalt"]);
  });

  it("says what is known", () => {
    expect(groupLabel({ number: "1204", name: "Volvo" }, "?")).toBe("1204 Volvo");
    expect(groupLabel({ number: null, name: "" }, "?")).toBe("?");
    const name = placeNames([{ key: "p", name: "Pit", latitude: null, longitude: null, swapped: false }], "?");
    expect([name("p"), name("q"), name(null)]).toEqual(["Pit", "?", "?"]);
  });
});

describe("the state", () => {
  it.each([
    ["registered", [], "registered"],
    ["verified", [], "verified"],
    ["approved", [], "approved"],
    ["approved", ["verified"], "approvedNotVerified"],
    ["invoiced", [], "invoiced"],
    ["invoiced", ["verified"], "invoicedNotVerified"],
    ["invoiced", ["approved"], "invoicedNotApproved"],
    ["invoiced", ["verified", "approved"], "invoicedOnly"],
  ] as const)("%s without %j is %s", (state, skipped, words) => {
    expect(stateWords({ state, skipped: [...skipped] })).toBe(words);
  });
});
