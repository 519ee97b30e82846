import { describe, expect, it } from "vitest";
import { inView, isDue, passer } from "./filters";
import { machine } from "./machine-for-tests";
import { arrange, rearranged, seen } from "./rows";
import { searcher } from "./search";
import type { Machine } from "./types";

const fleet = [
  machine("1107", { name: "Hitachi ZW220-7", hourMeter: 7903 }),
  machine("E-2041", { name: "Rototilt R6", isEquipment: true, parentMachineId: "1043" }),
  machine("1043", { name: "Komatsu PC290LC-11", hourMeter: 9127 }),
  machine("E-9", { name: "Skuff", isEquipment: true, parentMachineId: "gone" }),
  machine("E-2007", { name: "Klo", isEquipment: true, parentMachineId: "1043" }),
  machine("99", { name: "Bøtte", hourMeter: null }),
];
const byColumn = (each: Machine, column: string) => each[column as "name"] ?? null;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe("the flat list", () => {
  it("sorts numbers as people count and puts equipment under its machine", () => {
    const rows = arrange(fleet, { column: "machineNumber", descending: false }, byColumn);
    expect(ids(rows)).toEqual(["99", "1043", "E-2007", "E-2041", "1107", "E-9"]);
    expect(rows.map(({ depth }) => depth)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it.each([
    [false, ["1107", "1043", "E-2007", "E-2041", "99", "E-9"]],
    [true, ["1043", "E-2007", "E-2041", "1107", "99", "E-9"]],
  ])("keeps empty values last when descending is %s", (descending, order) => {
    expect(ids(arrange(fleet, { column: "hourMeter", descending }, byColumn))).toEqual(order);
  });

  it("folds the equipment of one machine and of no other", () => {
    const rows = arrange(fleet, { column: "machineNumber", descending: false }, byColumn);
    expect(ids(seen(rows, () => true, new Set(["1043"])))).toEqual(["99", "1043", "1107", "E-9"]);
  });

  it("shows equipment that matches although its machine is folded and does not match", () => {
    const rows = arrange(fleet, { column: "machineNumber", descending: false }, byColumn);
    const matches = searcher("rototilt", (type) => type);
    expect(ids(seen(rows, matches, new Set(["1043"])))).toEqual(["E-2041"]);
  });
});

describe("the flat list after a change", () => {
  const sort = { column: "name", descending: false } as const;
  const rows = arrange(fleet, sort, byColumn);
  const changed = (id: string, values: Partial<Machine>) =>
    new Map(fleet.map((each) => [each.id, each.id === id ? { ...each, ...values } : each]));

  it("is not sorted again for what moves nothing, and has the new record", () => {
    const machines = changed("1043", { blockCheckIn: true });
    const next = rearranged(rows, machines, sort, byColumn);
    expect(next).toEqual(arrange(machines.values(), sort, byColumn));
    expect(next?.find(({ id }) => id === "1043")?.machine.blockCheckIn).toBe(true);
    expect(next?.find(({ id }) => id === "99")).toBe(rows.find(({ id }) => id === "99"));
  });

  it.each([
    ["the sorted column", changed("99", { name: "Åttehjuling" })],
    ["a number", changed("99", { machineNumber: "2" })],
    ["where equipment belongs", changed("E-9", { parentMachineId: "1107" })],
    ["what it is", changed("E-2007", { isEquipment: false })],
    ["a machine less", new Map(fleet.slice(1).map((each) => [each.id, each]))],
    ["another machine", new Map([...fleet.slice(1), machine("7", {})].map((each) => [each.id, each]))],
  ])("is sorted anew after %s", (_, machines) => {
    expect(rearranged(rows, machines, sort, byColumn)).toBeNull();
  });
});

describe("quick search", () => {
  it.each([
    ["", 6],
    ["104", 1],
    ["bøtte", 1],
    ["botte", 1],
    ["komatsu 1043", 1],
    ["komatsu 1107", 0],
    ["  ", 6],
  ])("“%s” finds %i", (typed, count) => {
    expect(fleet.filter(searcher(typed, (type) => type))).toHaveLength(count);
  });
});

describe("the views", () => {
  const today = new Date(2026, 10, 18);

  it.each([
    ["2026-03-17T00:00:00Z", true, true],
    ["2026-03-20T00:00:00Z", true, false],
    ["2025-11-30T00:00:00Z", false, false],
    [null, true, false],
  ])("service of %s, active %s: due %s", (serviceDate, active, due) => {
    expect(isDue(machine("1", { serviceDate, active }), today)).toBe(due);
  });

  it.each([
    [{}, true],
    [{ fuelConsumptionRate: 1, fuelConsumptionUnit: 0, fuelType: 1 }, false],
    [{ fuelType: 0 }, false],
    [{ isEquipment: true }, false],
    [{ active: false }, false],
  ])("%o lacks fuel data: %s", (values, lacks) => {
    expect(inView("noFuel", today)(machine("1", values))).toBe(lacks);
  });

  it("equipment is never blocked, whatever is stored", () => {
    expect(inView("blocked", today)(machine("1", { blockCheckIn: true, isEquipment: true }))).toBe(false);
  });
});

describe("filters of columns", () => {
  const shown = (each: Machine) => String(each.department ?? "");
  const raw = (each: Machine, column: string) => each[column as "hourMeter"] ?? null;

  it("take any of the values, the empty one too", () => {
    const passes = passer([{ kind: "values", column: "department", values: ["VA", ""] }], shown, raw);
    expect(
      [machine("1", { department: "VA" }), machine("2"), machine("3", { department: "Fjell" })].map(passes),
    ).toEqual([true, true, false]);
  });

  it.each([
    ["hourMeter", "100", "200", 150, true],
    ["hourMeter", "100", null, 99, false],
    ["hourMeter", null, "200", null, false],
    ["serviceDate", "2026-01-01", "2026-12-31", "2026-12-31T10:00:00Z", true],
    ["serviceDate", "2026-01-01", null, "2025-12-31T00:00:00Z", false],
  ] as const)("%s from %s to %s with %s: %s", (column, from, to, value, expected) => {
    const passes = passer([{ kind: "bounds", column, from, to }], shown, raw);
    expect(passes(machine("1", { [column]: value }))).toBe(expected);
  });
});
