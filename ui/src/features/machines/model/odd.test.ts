import { describe, expect, it } from "vitest";
import type { OddValue } from "../../../ipc";
import { passer } from "./filters";
import { machine, notNumber, pendingEdit } from "./machine-for-tests";
import { oddIn, readCell } from "./odd";
import { type Showing, showCell } from "./show";
import { replaced, withPending } from "./types";

const to: Showing = {
  number: String,
  date: (at) => at.slice(0, 10),
  word: (field, value) => (field === "fuelType" ? `fuel ${value}` : String(value)),
  typeName: (typeId) => typeId,
  personName: () => undefined,
  numberOf: () => undefined,
  since: () => "",
};

const hours: OddValue = { field: "hourMeter", raw: "four thousand", expected: "number" };
const unit: OddValue = { field: "fuelConsumptionUnit", raw: "cups", expected: "choice" };
const blocked: OddValue = { field: "blockCheckIn", raw: "2", expected: "bool" };

describe("a value that cannot be read", () => {
  it("stands in its cell as it came and is missing for filters", () => {
    const odd = machine("1", { hourMeter: null, odd: [hours] });
    expect(readCell("hourMeter", odd, to)).toBe("four thousand");
    expect(showCell("hourMeter", odd, to)).toBe("");
    const passes = passer(
      [{ kind: "bounds", column: "hourMeter", from: "0", to: null }],
      () => "",
      (each) => each.hourMeter ?? null,
    );
    expect(passes(odd)).toBe(false);
  });

  it("stands among the other fuel values in the cell that shows all three", () => {
    const odd = machine("1", { fuelConsumptionRate: 11, fuelType: 7, odd: [unit] });
    expect(readCell("fuel", odd, to)).toBe("11 cups · fuel 7");
  });

  it("goes when its field gets another value, and the others stay", () => {
    const odd = machine("1", { odd: [hours, unit] });
    expect(replaced(odd, ["hourMeter"]).odd).toEqual([unit]);
    const good = pendingEdit("1", "hourMeter", { value: 4000 });
    expect(withPending(odd, new Map([["hourMeter", good]])).odd).toEqual([unit]);
    const bad = pendingEdit("1", "hourMeter", notNumber);
    expect(withPending(odd, new Map([["hourMeter", bad]])).odd).toEqual([hours, unit]);
  });

  it("what is unusual of its fuel goes with another fuel value, and with no other", () => {
    const odd = machine("1", { unusualFuel: ["zeroRate"] });
    expect(replaced(odd, ["fuelConsumptionRate"]).unusualFuel).toEqual([]);
    expect(replaced(odd, ["hourMeter"]).unusualFuel).toEqual(["zeroRate"]);
  });

  it("is none where the cell never shows the field", () => {
    expect(oddIn(machine("1", { isEquipment: true, odd: [blocked] }), "blockCheckIn")).toEqual([]);
    expect(oddIn(machine("1", { odd: [blocked] }), "blockCheckIn")).toEqual([blocked]);
  });
});
