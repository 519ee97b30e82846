/** A believable fleet: the machines of the mock-ups, and as many more as a scenario asks for. The same every time. */

import type { BlockMark, CellValue, MachinePerson, MachineType } from "../../bindings";
import type { Scenario } from "../scenarios";
import { fieldColumns, type Rec } from "./fields";
import { emptyOdd } from "./odd";

export const machineTypes: MachineType[] = [
  ["beltemaskin", "Tracked excavator"],
  ["hjullaster", "Wheel loader"],
  ["dumper", "Dumper"],
  ["tippbil", "Tipper truck"],
  ["vals", "Roller"],
  ["hjulgraver", "Wheeled excavator"],
  ["minidumper", "Mini dumper"],
  ["minigraver", "Mini excavator"],
  ["firmabil", "Company car"],
  ["traktor", "Tractor"],
  ["lastebil", "Truck"],
  ["dozer", "Dozer"],
  ["hovel", "Grader"],
  ["kran", "Crane"],
].map(([typeId = "", name = ""]) => ({ typeId, name }));

const firstNames = ["Lars", "Ingrid", "Olav", "Kari", "Terje", "Åse", "Bjørn", "Silje", "Magnus", "Hanne"];
const lastNames = ["Tveit", "Håland", "Rønning", "Aune", "Sæther", "Lunde", "Moen", "Vik"];

export const machinePeople: MachinePerson[] = firstNames.flatMap((first, at) =>
  lastNames.slice(0, 6).map((last, row) => ({
    employeeNumber: String(1101 + at * 6 + row),
    userId: `auth0|${1101 + at * 6 + row}`,
    name: `${first} ${last}`,
    supervisor: "Silje Lunde",
  })),
);

export const messages = [
  "Ikke bruk før årskontroll er godkjent",
  "På verksted, tilbake mandag",
  "Hydraulikkslange lekker, ring Lars Tveit 911 04 772",
];

type Start = [
  number: string,
  name: string,
  type: string,
  department: string,
  hours: number | null,
  service: string | null,
  fuel: [rate: number, unit: number, fuel: number] | null,
  blocked?: string,
];

/** The rows of the mock-up. */
const known: Start[] = [
  ["1021", "Volvo EC220E", "beltemaskin", "Grunnarbeid", 6412, "2026-09-14", [14.2, 0, 7], messages[2] ?? ""],
  ["1024", "CAT 325 Next Gen", "beltemaskin", "Grunnarbeid", 3880, "2026-10-02", [15.8, 0, 7]],
  ["1043", "Komatsu PC290LC-11", "beltemaskin", "Fjell", 9127, "2026-05-21", [17.5, 0, 7]],
  ["1051", "Hitachi ZX135US-7", "beltemaskin", "Grunnarbeid", 2204, "2026-10-19", [9.6, 0, 7]],
  ["1063", "Volvo EW160E", "hjulgraver", "VA", 5516, "2026-07-07", [11.1, 0, 7]],
  ["1107", "Hitachi ZW220-7", "hjullaster", "Masse", 7903, "2026-02-12", [13.4, 0, 7], messages[0] ?? ""],
  ["1112", "Volvo L120H", "hjullaster", "Masse", 4150, "2026-08-28", [12.9, 0, 7]],
  ["1118", "Volvo L25 Electric", "hjullaster", "VA", 612, "2026-11-03", [11, 2, 4]],
  ["1203", "Volvo A30G", "dumper", "Masse", 8241, "2026-09-15", [18.3, 0, 7]],
  ["1204", "Volvo A30G", "dumper", "Masse", 8066, "2026-09-15", [18.3, 0, 7]],
  ["1205", "Volvo A30G", "dumper", "Masse", 7744, "2026-09-16", null],
  ["1207", "Bell B30E", "dumper", "Masse", 6690, "2025-11-30", null, messages[0] ?? ""],
  ["1219", "Bergmann C815s", "dumper", "VA", 1822, "2026-06-11", [6.4, 2, 7]],
  ["1222", "Hydrema 912G", "dumper", "VA", 3120, "2026-06-02", [0, 0, 7]],
  ["1310", "Scania R 590 8×4", "tippbil", "Transport", null, "2026-10-22", [0.48, 1, 1]],
  ["1311", "Scania R 590 8×4", "tippbil", "Transport", null, "2026-10-22", [0.47, 1, 1]],
  ["1316", "Volvo FM Electric", "tippbil", "Transport", null, "2026-11-09", [1.6, 3, 4]],
  ["1412", "Dynapac CA3500D", "vals", "Grunnarbeid", 2977, "2026-06-04", [10.2, 0, 7]],
  ["1508", "Wacker Neuson DT10", "minidumper", "VA", 1340, "2026-03-18", null],
  ["1512", "Kubota KX019-4", "minigraver", "VA", 3018, "2026-08-26", [2.9, 0, 7]],
  ["1602", "Toyota Hilux", "firmabil", "Ledelse", null, "2026-09-01", [0.09, 1, 1]],
];

const equipment: [number: string, name: string, of: string, department: string, service: string][] = [
  ["E-2041", "Rototilt R6", "1043", "Grunnarbeid", "2026-08-11"],
  ["E-2055", "Epiroc MB 1650 breaker", "1043", "Fjell", "2026-06-30"],
  ["E-2060", "Engcon EC226", "1021", "Grunnarbeid", "2026-04-20"],
];

const models: [name: string, type: string, rate: number, unit: number, fuel: number][] = [
  ["Volvo EC300E", "beltemaskin", 19.4, 0, 7],
  ["Volvo L90H", "hjullaster", 10.8, 0, 7],
  ["Volvo A25G", "dumper", 16.1, 0, 7],
  ["Scania G 450", "tippbil", 0.41, 1, 1],
  ["Hamm H13i", "vals", 11.2, 0, 7],
  ["Kubota U27-4", "minigraver", 3.1, 0, 7],
  ["Ford Transit", "firmabil", 0.08, 1, 1],
  ["Valtra T235", "traktor", 12.6, 0, 1],
];
const departments = ["Grunnarbeid", "Fjell", "VA", "Masse", "Transport"];

/** How many machines a scenario has. */
function sizeOf({ on }: Scenario): number {
  if (on.has("noMachines")) return 0;
  if (on.has("machines20000")) return 20_000;
  return on.has("machines2000") ? 2_000 : 212;
}

export function startingFleet(scenario: Scenario): { records: Map<string, Rec>; blocks: Map<string, BlockMark> } {
  const records = new Map<string, Rec>();
  const blocks = new Map<string, BlockMark>();
  const size = sizeOf(scenario);
  if (size === 0) return { records, blocks };
  const add = (number: string, given: Record<string, CellValue>) => {
    const id = `m-${number}`;
    const values: Record<string, CellValue> = Object.fromEntries(fieldColumns.map((name) => [name, null]));
    records.set(id, {
      id,
      values: {
        ...values,
        companyId: "company-1",
        machineNumber: number,
        active: true,
        blockCheckIn: false,
        isEquipment: false,
        ...given,
      },
    });
    return id;
  };
  for (const [number, name, typeId, department, hourMeter, service, fuel, blocked] of known) {
    const id = add(number, {
      name,
      typeId,
      department,
      hourMeter,
      serviceDate: at(service),
      ...fuelOf(fuel),
      blockCheckIn: blocked !== undefined,
      blockCheckInMessage: blocked ?? null,
      buildYear: 2014 + (Number(number) % 12),
      serialNumber: `SN-${number}-77`,
      weight: 1000 * (8 + (Number(number) % 30)),
      companyId: number.startsWith("13") ? "company-2" : "company-1",
      responsibleId: machinePeople[Number(number) % 40]?.userId ?? null,
      // One of them left the company.
      responsibleEmployeeNumber:
        number === "1051" ? "1187" : (machinePeople[Number(number) % 40]?.employeeNumber ?? null),
    });
    if (blocked !== undefined) blocks.set(id, { since: "2026-11-16T09:12:00Z", sinceKind: "byUs" });
  }
  for (const [number, name, of, department, service] of equipment) {
    add(number, { name, isEquipment: true, parentMachineId: `m-${of}`, department, serviceDate: at(service) });
  }
  for (let each = 0; records.size < size; each += 1) more(each, add, blocks);
  if (scenario.on.has("oddValues")) emptyOdd(records);
  return { records, blocks };
}

function more(
  each: number,
  add: (number: string, given: Record<string, CellValue>) => string,
  blocks: Map<string, BlockMark>,
): void {
  const [name, typeId, rate, unit, fuel] = models[each % models.length] ?? ["Volvo A25G", "dumper", 16.1, 0, 7];
  const blocked = each % 13 === 4;
  const id = add(String(2001 + each), {
    name,
    typeId,
    department: departments[(each * 7) % departments.length] ?? null,
    hourMeter: unit === 1 ? null : 300 + ((each * 977) % 9000),
    serviceDate: at(`2026-${String(4 + (each % 7)).padStart(2, "0")}-${String(1 + (each % 27)).padStart(2, "0")}`),
    ...fuelOf(each % 5 === 2 ? null : [rate, unit, fuel]),
    active: each % 9 !== 7,
    blockCheckIn: blocked,
    blockCheckInMessage: blocked ? (messages[each % messages.length] ?? null) : null,
    buildYear: 2012 + (each % 14),
    serialNumber: `SN-${2001 + each}-41`,
    registrationNumber: unit === 1 ? `SV ${10000 + each}` : null,
    responsibleEmployeeNumber: machinePeople[each % machinePeople.length]?.employeeNumber ?? null,
  });
  if (blocked) blocks.set(id, { since: "2026-11-02T06:30:00Z", sinceKind: "before" });
}

function fuelOf(fuel: [number, number, number] | null): Record<string, CellValue> {
  return {
    fuelConsumptionRate: fuel?.[0] ?? null,
    fuelConsumptionUnit: fuel?.[1] ?? null,
    fuelType: fuel?.[2] ?? null,
  };
}

function at(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00Z`;
}
