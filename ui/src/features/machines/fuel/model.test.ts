import { expect, it } from "vitest";
import { machine } from "../model/machine-for-tests";
import { formOf, nextFuel } from "./model";

const words = ["none", "diesel", "biodiesel", "gasoline", "electric", "gas", "natural gas", "dyed diesel"];
const word = (fuel: number) => words[fuel] ?? "";

it("a letter picks the next fuel that begins with it, round and round", () => {
  expect(nextFuel("d", null, word)).toBe(1);
  expect(nextFuel("D", 1, word)).toBe(7);
  expect(nextFuel("d", 7, word)).toBe(1);
  expect(nextFuel("g", 1, word)).toBe(3);
});

it("keys that are no letter, and letters of no fuel, pick nothing", () => {
  for (const key of ["x", "1", "Enter", "ArrowDown", " ", "Tab"]) expect(nextFuel(key, null, word)).toBeNull();
});

it("machines without a unit count hours at first; where some have one, it is left as it is", () => {
  const without = machine("1", { fuelConsumptionUnit: null });
  const perKm = machine("2", { fuelConsumptionUnit: 1 });
  expect(formOf([without, without], String).kilometre).toBe(false);
  expect(formOf([perKm, perKm], String).kilometre).toBe(true);
  expect(formOf([without, perKm], String).kilometre).toBeNull();
});
