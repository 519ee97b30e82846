/** Imports of the fake: a spreadsheet in memory, judged row by row against its records. */

import type {
  CellValue,
  ImportColumn,
  ImportLook,
  ImportOptions,
  ImportPlan,
  ImportReason,
  ImportRow,
  ImportSource,
} from "../../bindings";
import { type Bridge, FailureError } from "../../bridge";
import { failure } from "../data";
import { emptyRecord } from "./acts";
import type { Desk } from "./desk";
import { nearest } from "./near";
import { readCell } from "./read";
import { type Plan, runBatch } from "./run";

type Names =
  | "pickMachineFile"
  | "machineFileOfDrop"
  | "lookImport"
  | "planImport"
  | "importRows"
  | "applyImport"
  | "discardImport"
  | "saveBadRows";

const headings = [
  "Nr",
  "Navn",
  "Forbruk",
  "Enhet",
  "Type drivstoff",
  "Timer",
  "Avd.",
  "Maskintype",
  "Siste service",
  "Eier",
];
const meant = [
  "machineNumber",
  "name",
  "fuelConsumptionRate",
  "fuelConsumptionUnit",
  "fuelType",
  "hourMeter",
  "department",
  "typeId",
  "serviceDate",
  null,
];
const file = [
  [
    "1021",
    "Volvo EC220E",
    "14,6",
    "L/time",
    "anleggsdiesel",
    "6 431",
    "Grunnarbeid",
    "Tracked excavator",
    "14.09.2026",
    "SA",
  ],
  ["1024", "CAT 325 Next Gen", "15,8", "L/time", "anleggsdiesel", "3 912", "Grunnarbeid", "", "02.10.2026", "SA"],
  ["1205", "Volvo A30G", "18,3", "L/time", "anleggsdiesel", "7 744", "Masse", "Dumper", "16.09.2026", "SA"],
  ["1207", "Bell B30E", "17,6", "L/time", "anleggsdiesel", "6 702", "Masse", "Dumper", "", "SA"],
  ["12O4", "Volvo A30G", "18,3", "L/time", "anleggsdiesel", "8 066", "Masse", "Dumper", "", "SA"],
  ["1118", "Volvo L25 Electric", "11,0", "kWh/time", "elektrisk", "640", "VA", "Wheel loader", "03.11.2026", "SA"],
  ["1412", "Dynapac CA3500D", "10,2", "L/time", "anleggsdiesel", "2 977", "Grunnarbeid", "Rollr", "", "SA"],
  ["1512", "Kubota KX019-4", "2,9", "L/time", "anleggsdiesel", "3 018", "VA", "Mini excavator", "26.08.2026", "SA"],
  ["1316", "Volvo FM Electric", "1,6", "kWh/km", "elektrisk", "", "Transport", "Tipper truck", "31.12.1899", "SA"],
  ["1229", "Volvo A30 Electric", "38,0", "kWh/time", "elektrisk", "12", "Masse", "Dumper", "", "SA"],
  ["1063", "Volvo EW160E", "elleve", "L/time", "anleggsdiesel", "5 530", "VA", "Wheeled excavator", "07.07.2026", "SA"],
];

export function importCommands(desk: Desk, nextId: (kind: string) => string): Pick<Bridge, Names> {
  const names = new Map<string, string>();
  const plans = new Map<string, { plan: ImportPlan; rows: ImportRow[] }>();
  const add = (name: string) => {
    const fileId = nextId("file");
    names.set(fileId, name);
    return { fileId, name };
  };
  const source = (fileId: string, { sheet, decimals }: ImportOptions): ImportSource => ({
    name: names.get(fileId) ?? "",
    encoding: null,
    separator: null,
    sheet: sheet ?? "Uke 47",
    sheets: ["Uke 47", "Uke 46"],
    decimals: decimals === "unknown" ? "comma" : decimals,
  });
  const columnsOf = (options: ImportOptions): ImportColumn[] =>
    headings.map((heading, index) => {
      const chosen = options.columns[heading];
      return {
        index,
        heading,
        field: chosen === undefined ? (meant[index] ?? null) : chosen,
        unused: null,
        samples: file.slice(0, 3).map((row) => row[index] ?? ""),
      };
    });
  const look = (fileId: string, options: ImportOptions): ImportLook => {
    const columns = columnsOf(options);
    const missing = columns.some(({ field }) => field === "machineNumber") ? [] : ["machineNumber"];
    return { source: source(fileId, options), columns, missing };
  };
  const planOf = (planId: string) => {
    const found = plans.get(planId);
    if (found === undefined) throw new FailureError(failure("notFound"));
    return found;
  };

  return {
    pickMachineFile: async () => add("Drivstoff og timer uke 47.xlsx"),
    machineFileOfDrop: async () => add("Drivstoff og timer uke 47.xlsx"),
    lookImport: async (fileId, options) => look(fileId, options),
    planImport: async (fileId, options) => {
      const { columns, missing, source: of } = look(fileId, options);
      const rows = file.map((cells, at) => judge(desk, at + 2, cells, columns, options));
      const count = (action: ImportRow["action"]) => rows.filter((row) => row.action === action).length;
      const plan: ImportPlan = {
        planId: nextId("import"),
        source: of,
        columns,
        missing,
        totals: {
          rows: rows.length,
          create: count("create"),
          update: count("update"),
          unchanged: count("unchanged"),
          bad: count("bad"),
          values: rows.filter(({ action }) => action !== "bad").reduce((sum, { cells }) => sum + cells.length, 0),
        },
      };
      plans.set(plan.planId, { plan, rows });
      return plan;
    },
    importRows: async (planId, show, from, limit) =>
      planOf(planId)
        .rows.filter(({ action }) => show === "all" || action === show)
        .slice(from, from + limit),
    applyImport: async (planId) => {
      const { rows } = planOf(planId);
      const going = rows.filter(({ action }) => action === "create" || action === "update");
      const created: { id: string; values: Record<string, CellValue> }[] = [];
      const batch = going.map((row): Plan => {
        const values = Object.fromEntries(row.cells.map(({ field, new: value }) => [field, value]));
        if (row.id !== null) return { id: row.id, values };
        const id = `m-${row.number}`;
        created.push({ id, values: { ...emptyRecord(), machineNumber: row.number, ...values } });
        return { id, values: {} };
      });
      if (desk.scenario.on.has("offline")) throw new FailureError(failure("unreachable"));
      for (const record of created) desk.records.set(record.id, record);
      return runBatch(desk, "import", batch);
    },
    discardImport: async (planId) => {
      plans.delete(planId);
      return null;
    },
    saveBadRows: async (planId) => planOf(planId).rows.filter(({ action }) => action === "bad").length,
  };
}

function judge(
  desk: Desk,
  at: number,
  cells: readonly string[],
  columns: readonly ImportColumn[],
  { repairs, create }: ImportOptions,
): ImportRow {
  const around = desk.around();
  const repaired = new Map(
    repairs.filter(({ row }) => row === at).map((each) => [each.field ?? "machineNumber", each]),
  );
  const texts = columns.flatMap(({ field, heading, index }) => {
    if (field === null) return [];
    const repair = repaired.get(field);
    if (repair?.text === null) return [];
    return [{ field, heading, text: repair?.text ?? cells[index] ?? "" }];
  });
  const number = texts.find(({ field }) => field === "machineNumber")?.text.trim() ?? "";
  const id = around.byNumber.get(number) ?? null;
  const record = (id === null ? undefined : desk.records.get(id)) ?? { id: "", values: emptyRecord() };
  const reasons: ImportReason[] = [];
  if (id === null) {
    const near = nearest(number.replaceAll("O", "0"), around.byNumber.keys());
    if (!create || /[^\d]/.test(number))
      reasons.push({
        field: "machineNumber",
        heading: texts.find(({ field }) => field === "machineNumber")?.heading ?? null,
        code: "unknownNumber",
        message: `There is no machine ${number}.`,
        params: { number },
        suggestion: near ?? null,
      });
  }
  const changes: ImportRow["cells"] = [];
  for (const { field, heading, text } of texts) {
    if (field === "machineNumber" || text.trim() === "") continue;
    const read = readCell(field, text, record, around);
    if ("problem" in read) {
      reasons.push({ field, heading, ...read.problem, suggestion: read.problem.params.nearest ?? null });
    } else if ((read.value ?? "") !== (record.values[field] ?? ""))
      changes.push({ field, old: record.values[field] ?? null, new: read.value });
  }
  const bad = reasons.length > 0;
  const name = texts.find(({ field }) => field === "name")?.text ?? null;
  const action = bad ? "bad" : id === null ? "create" : changes.length > 0 ? "update" : "unchanged";
  return { row: at, number, name, action, id, cells: bad ? [] : changes, reasons };
}
