import { expect, it } from "vitest";
import { machine } from "../model/machine-for-tests";
import { formOf, typedFuel } from "./model";

const words = ["none", "diesel", "biodiesel", "gasoline", "electric", "gas", "natural gas", "dyed diesel"];
const word = (fuel: number) => words[fuel] ?? "";

const typed = (before: string, key: string, now: number | null) => typedFuel(before, key, now, word);

it("a letter picks the next fuel that begins with it, round and round", () => {
  expect(typed("", "d", null)).toEqual({ typed: "d", fuel: 1 });
  expect(typed("d", "D", 1)).toEqual({ typed: "d", fuel: 7 });
  expect(typed("", "d", 7)).toEqual({ typed: "d", fuel: 1 });
  expect(typed("d", "g", 1)).toEqual({ typed: "g", fuel: 3 });
});

it("letters typed one after the other pick the fuel that begins with all of them", () => {
  expect(typed("d", "y", 1)).toEqual({ typed: "dy", fuel: 7 });
  expect(typed("dy", "e", 7)).toEqual({ typed: "dye", fuel: 7 });
  expect(typed("d", "i", 7)).toEqual({ typed: "di", fuel: 1 });
  expect(typed("", "y", 1)).toBeNull();
});

it("keys that are no letter, and letters of no fuel, pick nothing", () => {
  for (const key of ["x", "1", "Enter", "ArrowDown", " ", "Tab"]) expect(typed("", key, null)).toBeNull();
});

it("machines without a unit count hours at first; where some have one, it is left as it is", () => {
  const without = machine("1", { fuelConsumptionUnit: null });
  const perKm = machine("2", { fuelConsumptionUnit: 1 });
  expect(formOf([without, without], String).kilometre).toBe(false);
  expect(formOf([perKm, perKm], String).kilometre).toBe(true);
  expect(formOf([without, perKm], String).kilometre).toBeNull();
});
