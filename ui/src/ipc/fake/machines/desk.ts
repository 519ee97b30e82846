/** The records, the pending edits and the batches of the fake, and how the window hears of changes. */

import type {
  BatchKind,
  BatchReport,
  BlockMark,
  CellValue,
  FleetState,
  FuelProvenance,
  MachineBatchProgressed,
  MachineRow,
  PendingEdit,
} from "../../bindings";
import { minutesAgo } from "../data";
import type { Scenario } from "../scenarios";
import { unlistedIn } from "../unlisted";
import { machinePeople, machineTypes, startingFleet } from "./data";
import { fieldColumns, type Rec } from "./fields";
import { oddOf } from "./odd";
import type { Around } from "./read";
import type { Planned } from "./releases";

export type Desk = {
  scenario: Scenario;
  records: Map<string, Rec>;
  blocks: Map<string, BlockMark>;
  pending: Map<string, PendingEdit>;
  acting: Map<string, BatchKind>;
  batches: BatchReport[];
  releases: Planned[];
  /** Where fuel values come from, and of which values it was said. */
  provenance: Map<string, { said: FuelProvenance; about: string }>;
  releasesChanged(): void;
  stopped: { now: boolean };
  state(): FleetState;
  row(id: string): MachineRow;
  /** Notes what changed and tells the window. */
  touch(ids: Iterable<string>): void;
  changedSince(revision: number): { ids: string[]; removed: string[] };
  around(): Around;
  progress(told: MachineBatchProgressed): void;
  readAt: string;
};

export const keyOf = (machineId: string, field: string) => `${machineId}\n${field}`;

/** The values that a provenance is said of. */
export const aboutFuel = (values: Record<string, CellValue>) =>
  JSON.stringify([values.fuelConsumptionRate, values.fuelConsumptionUnit, values.fuelType]);

type Tell = {
  state: (state: FleetState) => void;
  progress: (told: MachineBatchProgressed) => void;
  releases: () => void;
};

export function openDesk(scenario: Scenario, tell: Tell): Desk {
  const { records, blocks } = startingFleet(scenario);
  const revisions = new Map<string, number>();
  let revision = 1;
  const byNumber = () => new Map([...records.values()].map((r) => [String(r.values.machineNumber), r.id] as const));
  const desk: Desk = {
    scenario,
    records,
    blocks,
    pending: new Map(),
    acting: new Map(),
    batches: [],
    releases: [],
    provenance: new Map(),
    releasesChanged: tell.releases,
    stopped: { now: false },
    readAt: minutesAgo(scenario.on.has("offline") ? 22 : 1),
    state: () => {
      const edits = [...desk.pending.values()];
      return {
        revision,
        total: records.size,
        readAt: desk.readAt,
        reading: false,
        failure: null,
        readOnly: scenario.on.has("readOnly"),
        leftOut: unlistedIn(scenario, "1999"),
        pending: edits.length,
        pendingMachines: new Set(edits.map(({ machineId }) => machineId)).size,
        problems: edits.filter(({ problem }) => problem !== null).length,
      };
    },
    row: (id) => {
      const values = records.get(id)?.values ?? {};
      return {
        id,
        cells: fieldColumns.map((name): CellValue => values[name] ?? null),
        responsible: machinePeople.find((p) => p.employeeNumber === values.responsibleEmployeeNumber)?.name ?? null,
        block: values.blockCheckIn === true ? (desk.blocks.get(id) ?? null) : null,
        acting: desk.acting.get(id) ?? null,
        fuelProvenance:
          desk.provenance.get(id)?.about === aboutFuel(values) ? (desk.provenance.get(id)?.said ?? null) : null,
        odd: oddOf(scenario, id, values),
      };
    },
    touch: (ids) => {
      revision += 1;
      for (const id of ids) revisions.set(id, revision);
      tell.state(desk.state());
    },
    changedSince: (since) => {
      const ids = [...revisions].filter(([, at]) => at > since).map(([id]) => id);
      return { ids: ids.filter((id) => records.has(id)), removed: ids.filter((id) => !records.has(id)) };
    },
    around: () => ({ types: machineTypes, people: machinePeople, records, byNumber: byNumber() }),
    progress: tell.progress,
  };
  return desk;
}
