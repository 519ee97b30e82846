import { describe, expect, it } from "vitest";
import { alikeOf, changeOf, formOf, unitFor } from "../fuel/model";
import { measureOf, missingFuel, oddFuel } from "./hints";
import { machine } from "./machine-for-tests";

const fuel = (rate: number | null, unit: number | null, type: number | null) => ({
  fuelConsumptionRate: rate,
  fuelConsumptionUnit: unit,
  fuelType: type,
});

describe("hints for fuel", () => {
  it.each([
    ["kWh with diesel", fuel(6.4, 2, 1), ["electricityWithLiquid"]],
    ["kWh with dyed diesel, per km", fuel(6.4, 3, 7), ["electricityWithLiquid"]],
    ["litres with electric", fuel(11, 0, 4), ["litresWithElectric"]],
    ["kg with gasoline", fuel(11, 4, 3), ["weightWithLiquid"]],
    ["0 with a fuel", fuel(0, 0, 7), ["zeroRate"]],
    ["a rate and no engine", fuel(3, 0, 0), ["rateWithoutFuel"]],
    ["all well", fuel(14.2, 0, 7), []],
    ["gas in litres is sold so, too", fuel(14.2, 0, 5), []],
    ["no engine and nothing", fuel(null, null, 0), []],
    ["nothing at all", fuel(null, null, null), []],
    ["a fuel that the specification does not have", fuel(5, 0, 99), []],
  ])("%s", (_, values, odd) => {
    expect(oddFuel(values)).toEqual(odd);
  });

  it.each([
    [fuel(null, 0, 7), ["fuelConsumptionRate"]],
    [fuel(null, null, null), ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"]],
    [fuel(null, null, 0), []],
    [fuel(0, 0, 1), []],
  ])("%o misses %o", (values, missing) => {
    expect(missingFuel(values)).toEqual(missing);
  });

  it("measures every fuel of the specification", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(measureOf)).toEqual([
      null,
      "litres",
      "litres",
      "litres",
      "kilowattHours",
      "kilograms",
      "kilograms",
      "litres",
      null,
    ]);
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

  it("offers what machines of the same name use, most frequent first", () => {
    const fleet = [
      machine("1", { name: "A30G", ...fuel(18.3, 0, 7) }),
      machine("2", { name: "A30G", ...fuel(18.3, 0, 7) }),
      machine("3", { name: "A30G", ...fuel(17, 0, 7) }),
      machine("4", { name: "A25G", ...fuel(16.1, 0, 7) }),
      machine("5", { name: "A30G", ...fuel(0, 0, 7) }),
    ];
    const found = alikeOf([machine("9", { name: "A30G" })], fleet);
    expect(found.map(({ rate, count }) => [rate, count])).toEqual([
      [18.3, 2],
      [17, 1],
    ]);
  });
});
