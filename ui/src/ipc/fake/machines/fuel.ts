/** Fuel completeness of the fake, reckoned from its records. */

import type { FuelCompleteness, FuelCount, FuelFinding, FuelOddity } from "../../bindings";
import { machineTypes } from "./data";
import type { Rec } from "./fields";

const fields = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"];

export function completeness(records: Iterable<Rec>): FuelCompleteness {
  const total = none();
  const types = new Map<string, FuelCount>();
  const fleet = [...records].filter(({ values }) => values.isEquipment !== true && values.active === true);
  const machines: FuelFinding[] = [];
  for (const record of fleet) {
    const typeId = String(record.values.typeId ?? "");
    const count = types.get(typeId) ?? none();
    types.set(typeId, count);
    const missing =
      record.values.fuelType === 0 ? [] : fields.filter((field) => (record.values[field] ?? null) === null);
    const odd = missing.length > 0 ? [] : oddities(record);
    for (const each of [total, count]) {
      each.machines += 1;
      if (missing.length > 0) each.missing += 1;
      else each.complete += 1;
      if (odd.length > 0) each.odd += 1;
    }
    if (missing.length + odd.length > 0)
      machines.push({ machineId: record.id, missing, odd, alike: alike(record, fleet) });
  }
  return {
    total,
    types: [...types]
      .map(([typeId, count]) => ({
        typeId: typeId === "" ? null : typeId,
        name: machineTypes.find((each) => each.typeId === typeId)?.name ?? null,
        count,
      }))
      .sort((a, b) => b.count.machines - a.count.machines),
    machines,
  };
}

const none = (): FuelCount => ({ machines: 0, complete: 0, missing: 0, odd: 0 });

function oddities({ values }: Rec): FuelOddity[] {
  const [rate, unit, fuel] = fields.map((field) => Number(values[field] ?? 0));
  if (fuel === 0) return (rate ?? 0) > 0 ? ["rateWithoutFuel"] : [];
  const odd: FuelOddity[] = rate === 0 ? ["zeroRate"] : [];
  const electric = fuel === 4;
  const power = unit === 2 || unit === 3;
  if (power && !electric) odd.push("electricityWithLiquid");
  if (electric && !power) odd.push("litresWithElectric");
  return odd;
}

/** What most machines of the same name use. */
function alike(of: Rec, fleet: readonly Rec[]): FuelFinding["alike"] {
  const same = fleet.filter(
    ({ id, values }) =>
      id !== of.id &&
      values.name === of.values.name &&
      Number(values.fuelConsumptionRate ?? 0) > 0 &&
      values.fuelType !== null,
  );
  const first = same[0]?.values;
  if (first === undefined) return null;
  return {
    rate: Number(first.fuelConsumptionRate),
    unit: Number(first.fuelConsumptionUnit),
    fuel: Number(first.fuelType),
    machines: same.length,
  };
}
