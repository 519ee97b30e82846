import { describe, expect, it } from "vitest";
import { changeOf, formOf, unitFor } from "../fuel/model";
import { missingFuel } from "./hints";
import { machine } from "./machine-for-tests";

const fuel = (rate: number | null, unit: number | null, type: number | null) => ({
  fuelConsumptionRate: rate,
  fuelConsumptionUnit: unit,
  fuelType: type,
});

describe("hints for fuel", () => {
  it.each([
    [fuel(null, 0, 7), ["fuelConsumptionRate"]],
    [fuel(null, null, null), ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"]],
    [fuel(null, null, 0), []],
    [fuel(0, 0, 1), []],
  ])("%o misses %o", (values, missing) => {
    expect(missingFuel(values)).toEqual(missing);
  });
});

describe("the fuel editor", () => {
  it("starts with what all have in common, and leaves the rest as it is", () => {
    const two = [machine("1", fuel(14, 0, 7)), machine("2", fuel(16, 1, 7))];
    expect(formOf(two, String)).toEqual({ rate: "", kilometre: null, fuel: 7, provenance: null });
    expect(changeOf(formOf(two, String), null)).toEqual({ rate: null, unit: null, fuel: 7 });
  });

  it.each([
    [7, false, 0],
    [7, true, 1],
    [4, false, 2],
    [4, true, 3],
    [5, false, 4],
    [6, true, 5],
    [0, false, null],
    [null, false, null],
    [7, null, null],
  ])("fuel %s per kilometre %s has unit %s", (type, kilometre, unit) => {
    expect(unitFor({ rate: "", kilometre, fuel: type, provenance: null })).toBe(unit);
  });
});
