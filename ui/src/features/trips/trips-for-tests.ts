/** A small office with haul trips, for tests of the screen: what the commands answer under any filter. */

import type {
  Distribution,
  TripDistributions,
  TripFigures,
  TripFilter,
  TripGroup,
  TripRow,
  TripSummary,
  TripsState,
} from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { added, noFigures } from "./model/buckets";

export const places = [
  { key: "cut", name: "Skjæring 1200", latitude: 60.39, longitude: 5.32, swapped: false },
  { key: "trench", name: "Grøft profil 450", latitude: 60.377, longitude: 5.338, swapped: false },
  { key: "quarry", name: "Steinbrudd Kalvåsen", latitude: 60.369, longitude: 5.316, swapped: false },
  { key: "tip", name: "Deponi Retvet", latitude: 60.385, longitude: 5.38, swapped: false },
  { key: "fill", name: "Fylling 2100", latitude: 60.37, longitude: 5.37, swapped: false },
  { key: "unplaced", name: "Mellomlager", latitude: null, longitude: null, swapped: false },
];

/** Mass type, unit, from, to, machine, driver: what takes turns. */
const kinds = [
  ["Sprengstein 0/500", "m3", "cut", "tip", "1204", "Marek Nowak"],
  ["Leire til deponi", "m3", "trench", "tip", "1310", "Håkon Bø"],
  ["Sprengstein 0/500", "m3", "cut", "fill", "1203", "Per Olav Rygg"],
  ["Pukk 22/120", "t", "quarry", "fill", "1311", "Linnea Öberg"],
  ["Matjord", "m3", "trench", "fill", "1310", null],
  ["Forurenset masse kl. 3", "t", "trench", "unplaced", "1204", "Marek Nowak"],
] as const;

const machineNames: Record<string, string> = {
  "1203": "Volvo A30G",
  "1204": "Volvo A30G",
  "1310": "Scania R 590",
  "1311": "Scania R 590",
};

export type TestTrip = TripRow & { day: string; fromKey: string; toKey: string };

const nameOf = (key: string) => places.find((place) => place.key === key)?.name ?? null;

/** So many trips over the days of November 2026, the newest last. */
export function testTrips(count: number): TestTrip[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[((at * at + 3 * at) % 11) % kinds.length] ?? kinds[0];
    const [massType, unit, fromKey, toKey, machineNumber, driver] = kind;
    const day = `2026-11-${String(2 + Math.floor((at / count) * 19)).padStart(2, "0")}`;
    const clock = `${String(6 + (at % 9)).padStart(2, "0")}:${String((at * 13) % 60).padStart(2, "0")}:00Z`;
    const quantity = unit === "m3" ? 11 + (at % 7) / 2 : 24 + (at % 9) / 2;
    return {
      id: `trip-${at}`,
      day,
      fromKey,
      toKey,
      dumpedAt: `${day}T${clock}`,
      loadedAt: `${day}T${clock}`,
      machineNumber,
      machineName: machineNames[machineNumber] ?? null,
      driver,
      driverHidden: driver === null,
      from: nameOf(fromKey),
      to: nameOf(toKey),
      massType,
      quantity,
      unit,
      m3: unit === "m3" ? quantity : null,
      tonnes: unit === "t" ? quantity : null,
      cycleHours: at % 40 === 3 ? 0 : 0.3 + (at % 11) / 30,
      cycleUnusual: at % 40 === 3,
      distance: 2 + (at % 13) / 4,
      state: at % 4 === 0 ? "registered" : at % 4 === 1 ? "verified" : "approved",
      skipped: at % 12 === 2 ? ["verified"] : [],
      receipt: unit === "t" ? `V-${88_000 + at}` : null,
      projectNumber: "P-2026-011",
    };
  });
}

export function figuresOf(trips: readonly TestTrip[]): TripFigures {
  return trips.reduce(
    (sum, { m3, tonnes, distance, cycleHours }) =>
      added(sum, {
        trips: 1,
        m3: m3 ?? 0,
        m3Trips: m3 === null ? 0 : 1,
        tonnes: tonnes ?? 0,
        tonnesTrips: tonnes === null ? 0 : 1,
        distance: distance ?? 0,
        cycleHours: cycleHours ?? 0,
      }),
    noFigures,
  );
}

export function filtered(trips: readonly TestTrip[], filter: TripFilter): TestTrip[] {
  const fits = (wanted: string | null, value: string | null) => wanted === null || wanted === value;
  return trips.filter(
    (trip) =>
      (filter.from === null || trip.day >= filter.from) &&
      (filter.to === null || trip.day <= filter.to) &&
      fits(filter.project, trip.projectNumber) &&
      fits(filter.massType, trip.massType) &&
      fits(filter.machine, trip.machineNumber) &&
      fits(filter.driver, trip.driver) &&
      fits(filter.loadLocation, trip.fromKey) &&
      fits(filter.dumpLocation, trip.toKey) &&
      fits(filter.state, trip.state) &&
      (filter.problem !== "zeroCycle" || trip.cycleHours === 0) &&
      (filter.problem !== "noPlace" || trip.toKey === "unplaced") &&
      (filter.text === null || JSON.stringify(trip).toLowerCase().includes(filter.text.toLowerCase())),
  );
}

function grouped<K>(trips: readonly TestTrip[], keyOf: (trip: TestTrip) => K): [K, TestTrip[]][] {
  const groups = new Map<string, [K, TestTrip[]]>();
  for (const trip of trips) {
    const key = keyOf(trip);
    const id = JSON.stringify(key);
    const group = groups.get(id) ?? [key, []];
    groups.set(id, group);
    group[1].push(trip);
  }
  return [...groups.values()];
}

const groupsOf = (
  trips: readonly TestTrip[],
  keyOf: (trip: TestTrip) => string | null,
  nameBy: (trip: TestTrip) => string | null,
): TripGroup[] =>
  grouped(trips, keyOf).map(([key, own]) => {
    const [first] = own;
    const name = first === undefined ? null : nameBy(first);
    return { key, number: key === name ? null : key, name, figures: figuresOf(own) };
  });

export function summaryOf(trips: readonly TestTrip[]): TripSummary {
  return {
    total: figuresOf(trips),
    days: grouped(trips, ({ day }) => day).map(([day, own]) => ({ day, figures: figuresOf(own) })),
    projects: groupsOf(
      trips,
      ({ projectNumber }) => projectNumber,
      () => "E18 Retvet",
    ),
    massTypes: groupsOf(
      trips,
      ({ massType }) => massType,
      ({ massType }) => massType,
    ),
    machines: groupsOf(
      trips,
      ({ machineNumber }) => machineNumber,
      ({ machineName }) => machineName,
    ),
    routes: grouped(trips, ({ fromKey, toKey }) => ({ from: fromKey, to: toKey })).map(([route, own]) => ({
      ...route,
      figures: figuresOf(own),
    })),
    places,
    flows: grouped(trips, ({ fromKey, toKey, massType }) => ({ from: fromKey, to: toKey, massType })).map(
      ([flow, own]) => ({ ...flow, figures: figuresOf(own) }),
    ),
  };
}

function spreadOf(values: number[], width: number, leftOut: number): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  const bins = new Map<number, number>();
  for (const value of sorted) bins.set(Math.floor(value / width), (bins.get(Math.floor(value / width)) ?? 0) + 1);
  return {
    bins: [...bins].map(([bin, trips]) => ({ from: bin * width, to: (bin + 1) * width, trips })),
    median: sorted[Math.floor(sorted.length / 2)] ?? null,
    counted: sorted.length,
    leftOut,
  };
}

function distributionsOf(trips: readonly TestTrip[]): TripDistributions {
  const cycles = trips.flatMap(({ cycleHours }) => (cycleHours === null || cycleHours === 0 ? [] : [cycleHours]));
  const zero = trips.filter(({ cycleHours }) => cycleHours === 0).length;
  return {
    drivers: groupsOf(
      trips,
      ({ driver }) => driver,
      ({ driver }) => driver,
    ),
    cycleMinutes: spreadOf(
      cycles.map((hours) => hours * 60),
      4,
      zero,
    ),
    utilization: spreadOf(
      trips.map((_, at) => 0.4 + (at % 30) / 60),
      0.05,
      0,
    ),
    m3PerHour: spreadOf(
      cycles.map((hours) => 10 / hours),
      5,
      0,
    ),
    problems: [
      { problem: "noPlace", trips: trips.filter(({ toKey }) => toKey === "unplaced").length },
      { problem: "zeroCycle", trips: zero },
    ],
    otherUnits: [{ unit: "stk", trips: 3, quantity: 41 }],
  };
}

export const keptState: TripsState = {
  kept: 1700,
  firstDay: "2026-11-02",
  lastDay: "2026-11-20",
  readAt: "2026-11-20T12:55:00Z",
  zone: "Europe/Oslo",
  reading: null,
  stopped: null,
  mustBeReadAgain: false,
  lastReport: { mode: "incremental", upserted: 12, deleted: 31, leftOut: 0 },
  hasScope: true,
};

/** The answers of an office that keeps these trips. */
export function tripAnswers(trips: readonly TestTrip[], state: Partial<TripsState> = {}): Answers {
  return {
    tripsState: { ...keptState, kept: trips.length, ...state },
    tripSummary: (filter) => summaryOf(filtered(trips, filter)),
    tripDistributions: (filter) => distributionsOf(filtered(trips, filter)),
    listTrips: (filter, _order, from, limit) => {
      const found = filtered(trips, filter).reverse();
      return { total: found.length, rows: found.slice(from, from + limit) };
    },
    tripDetail: (id) => {
      const row = trips.find((trip) => trip.id === id);
      if (row === undefined) throw new Error(`There is no trip ${id}.`);
      return {
        row,
        fields: [
          { name: "id", title: "ID", value: row.id },
          { name: "massType", title: "Mass type", value: row.massType },
          { name: "quantityM3", title: "Quantity in m³", value: row.m3 },
          { name: "loadCoordinates", title: "Load coordinates", value: [60.39, 5.32] },
          { name: "dumpDateTime", title: "Dumped", value: row.dumpedAt },
          { name: "verified", title: "Verified", value: row.state !== "registered" },
          { name: "customerName", title: "Customer", value: null },
          { name: "axleLoadKg", title: null, value: 11_500 },
        ],
      };
    },
    tripLocations: places.map(({ key, ...place }) => ({ id: key, locationType: "both", ...place })),
    tripMassTypes: [{ id: "rock", name: "Sprengstein 0/500", unitOfMeasureText: "m3", density: 1.75 }],
  };
}
