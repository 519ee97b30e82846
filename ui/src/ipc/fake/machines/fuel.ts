/** Fuel completeness of the fake, reckoned from its records. */

import type {
  CellValue,
  FuelAnomaly,
  FuelCheck,
  FuelCompleteness,
  FuelCount,
  FuelDraft,
  FuelFinding,
  UsedRate,
} from "../../bindings";
import { machineTypes } from "./data";
import { type Desk, keyOf } from "./desk";
import type { Rec } from "./fields";
import { readNumber } from "./read-number";

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

function oddities({ values }: Rec): FuelAnomaly[] {
  const [rate, unit, fuel] = fields.map((field) => values[field] ?? null);
  if (fuel === null) return [];
  if (fuel === 0) return Number(rate) > 0 ? ["rateWithoutFuel"] : [];
  const odd: FuelAnomaly[] = rate === 0 ? ["zeroRate"] : [];
  const electric = fuel === 4;
  const power = unit === 2 || unit === 3;
  if (power && !electric) odd.push("electricityWithLiquid");
  if (electric && unit !== null && !power) odd.push("litresWithElectric");
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

/** What the desktop side says of values that are typed. */
export function checkFuel({ records, pending }: Desk, ids: readonly string[], draft: FuelDraft): FuelCheck {
  const typed = draft.rate.trim();
  const rate = typed === "" ? null : (readNumber(typed, true) ?? null);
  const wrong = typed !== "" && (rate === null || rate < 0);
  const own = ids.flatMap((id) => records.get(id) ?? []);
  const now = (record: Rec, field: string): CellValue =>
    pending.get(keyOf(record.id, field))?.value ?? record.values[field] ?? null;
  const odd = own.flatMap((record) =>
    oddities({
      id: record.id,
      values: {
        fuelConsumptionRate: rate ?? now(record, "fuelConsumptionRate"),
        fuelConsumptionUnit: draft.unit ?? now(record, "fuelConsumptionUnit"),
        fuelType: draft.fuel ?? now(record, "fuelType"),
      },
    }),
  );
  const used = usedRates(own, records.values());
  const unlike = used.find((each) => rate !== null && rate > 0 && Math.abs(each.rate - rate) / each.rate > 0.1);
  return {
    rate: wrong ? null : rate,
    problem: wrong ? { code: "notNumber", message: "", params: { text: draft.rate } } : null,
    odd: [...new Set(odd)],
    used,
    unlike: unlike ?? null,
  };
}

function usedRates(own: readonly Rec[], fleet: Iterable<Rec>): UsedRate[] {
  const found = new Map<string, UsedRate>();
  for (const { id, values } of fleet) {
    const { name, fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } = values;
    if (typeof name !== "string" || own.some((each) => each.id === id)) continue;
    if (!own.some((each) => each.values.name === name)) continue;
    if (typeof rate !== "number" || rate <= 0 || typeof unit !== "number" || typeof fuel !== "number") continue;
    const key = `${name} ${rate} ${unit} ${fuel}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { name, rate, unit, fuel, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, 3);
}
