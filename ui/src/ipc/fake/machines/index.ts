/** The machines of the fake: they answer like the desktop side, and what a person does changes them. */

import type { BatchReport, MachineAct } from "../../bindings";
import type { Bridge } from "../../bridge";
import { FailureError } from "../../bridge";
import { failure, minutesAgo } from "../data";
import type { Scenario } from "../scenarios";
import { actCommands } from "./acts";
import { machinePeople, machineTypes } from "./data";
import { type Desk, openDesk } from "./desk";
import { editCommands } from "./edits";
import { fieldColumns, machineFieldsIn, userFieldsIn, uses } from "./fields";
import { checkFuel, completeness } from "./fuel";
import { importCommands } from "./importing";
import { releaseCommands } from "./releases";

type Around = {
  scenario: Scenario;
  nextId: (kind: string) => string;
  tell: Parameters<typeof openDesk>[1];
};

/** The commands of the machines screen, over the fleet of the scenario. */
export function machineCommands({ scenario, nextId, tell }: Around) {
  const desk = openDesk(scenario, tell);
  let layout: string | null = null;
  if (scenario.on.has("pendingEdits")) startWithEdits(desk);
  return {
    machineFields: async (language) => machineFieldsIn(language),
    userFields: async (language) => userFieldsIn(language),
    fuelUses: async () => uses,
    checkFuel: async (ids, draft) => checkFuel(desk, ids, draft),
    listMachines: async (from, limit) => {
      const ids = [...desk.records.keys()].slice(from, from + limit);
      return { state: desk.state(), from, columns: fieldColumns, rows: ids.map(desk.row) };
    },
    machineChanges: async (since) => {
      const { ids, removed } = desk.changedSince(since);
      return { state: desk.state(), whole: false, rows: ids.map(desk.row), removed };
    },
    refreshMachines: async () => {
      if (scenario.on.has("offline")) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      desk.readAt = minutesAgo(0);
      desk.touch([]);
      return desk.state();
    },
    machineTypes: async () => machineTypes,
    machinePeople: async () => machinePeople,
    machineDetail: async (id) => {
      const record = desk.records.get(id);
      if (record === undefined) throw new FailureError(failure("notFound"));
      const parent = desk.records.get(String(record.values.parentMachineId ?? ""));
      const person = machinePeople.find((p) => p.employeeNumber === record.values.responsibleEmployeeNumber);
      return {
        row: desk.row(id),
        equipment: [...desk.records.values()]
          .filter((each) => each.values.parentMachineId === id)
          .map((e) => desk.row(e.id)),
        parent: parent ? desk.row(parent.id) : null,
        responsible: person ?? null,
        history: desk.batches.flatMap((report) => actOf(report, id)).reverse(),
      };
    },
    readMachineEquipment: async (id) => {
      addUnlisted(desk, id);
      return [...desk.records.values()].filter((each) => each.values.parentMachineId === id).length;
    },
    fuelCompleteness: async () => completeness(desk.records.values()),
    machineLayout: async () => layout,
    saveMachineLayout: async (text) => {
      layout = text;
      return null;
    },
    exportMachines: async (ids) => ids.length,
    ...editCommands(desk),
    ...actCommands(desk),
    ...releaseCommands(desk),
    ...importCommands(desk, nextId),
  } satisfies Partial<Bridge>;
}

function actOf({ batch, rows }: BatchReport, id: string): MachineAct[] {
  return rows
    .filter(({ machineId }) => machineId === id)
    .map(({ outcome, cells }) => ({ batchId: batch.id, at: batch.at, kind: batch.kind, outcome, cells }));
}

/** A piece of equipment that the service attaches to a machine and leaves out of the list. */
function addUnlisted({ records, touch }: Desk, parent: string): void {
  if (parent !== "m-1063" || records.has("m-E-2071")) return;
  const values = { ...records.get("m-E-2060")?.values, machineNumber: "E-2071", name: "Engcon EC219" };
  records.set("m-E-2071", { id: "m-E-2071", values: { ...values, parentMachineId: parent } });
  touch(["m-E-2071"]);
}

/** Edits of the last run of the program: one that can be saved, one that was not understood. */
function startWithEdits({ pending }: Desk): void {
  const edit = { text: null, problem: null, changed: false, theirs: null, failure: null };
  pending.set("m-1112\nhourMeter", { ...edit, machineId: "m-1112", field: "hourMeter", base: 4150, value: 4163 });
  pending.set("m-1204\nhourMeter", {
    ...edit,
    machineId: "m-1204",
    field: "hourMeter",
    base: 8066,
    value: 8066,
    text: "80h66",
    problem: { code: "notNumber", message: "", params: { text: "80h66" } },
  });
}
