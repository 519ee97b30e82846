import { describe, expect, it } from "vitest";
import type { Project, WorkOrder } from "../../../ipc";
import { firstFound, groupWorkOrders, indexProjects, nextRow, type ProjectRow, projectRows, recentIds } from "./model";

function project(number: string, name: string | null = null, more: Partial<Project> = {}): Project {
  return { id: number, number, name, active: true, usedAt: null, ...more };
}
function workOrder(projectId: string, number: string, name: string | null = null): WorkOrder {
  return { id: `${projectId}-${number}`, projectId, number, name, active: true };
}
function rowsOf(
  projects: Project[],
  workOrders: WorkOrder[] = [],
  more: { query?: string; open?: string[]; unfolded?: string[] } = {},
): ProjectRow[] {
  return projectRows(indexProjects(projects), {
    workOrders: groupWorkOrders(workOrders),
    open: new Set(more.open),
    unfolded: new Set(more.unfolded),
    query: more.query ?? "",
  });
}
const shown = (rows: ProjectRow[]) =>
  rows.map((row) => {
    if (row.kind === "heading") return `# ${row.heading}`;
    if (row.kind === "project") return row.project.number;
    if (row.kind === "workOrder") return `  ${row.workOrder.number}`;
    if (row.kind === "more") return `  +${row.count}`;
    return `  ${row.state}`;
  });

describe("the project list", () => {
  it("counts numbers as numbers and puts inactive projects last under their own heading", () => {
    const rows = rowsOf([project("P-10"), project("P-9"), project("P-1", null, { active: false })]);
    expect(shown(rows)).toEqual(["P-9", "P-10", "# inactive", "P-1"]);
  });

  it("puts the five last used on top, each project once", () => {
    const projects = [1, 2, 3, 4, 5, 6, 7].map((n) => project(`P-${n}`, null, { usedAt: `2026-11-0${n}T10:00:00Z` }));
    expect([...recentIds(projects)].sort()).toEqual(["P-3", "P-4", "P-5", "P-6", "P-7"]);
    expect(shown(rowsOf(projects))).toEqual(["# recent", "P-3", "P-4", "P-5", "P-6", "P-7", "# all", "P-1", "P-2"]);
  });

  it("opens to work orders and folds all but a few", () => {
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => workOrder("P-1", `4-1${n}0`));
    expect(shown(rowsOf([project("P-1")], orders, { open: ["P-1"] }))).toEqual([
      "P-1",
      "  4-110",
      "  4-120",
      "  4-130",
      "  4-140",
      "  4-150",
      "  +3",
    ]);
    expect(rowsOf([project("P-1")], orders, { open: ["P-1"], unfolded: ["P-1"] })).toHaveLength(9);
  });

  it("takes the project that was searched for, or the work order that brought it into the list", () => {
    const projects = [project("P-1", "Bru"), project("P-2", "Tunnel")];
    const orders = [workOrder("P-1", "WO-100", "Rigg"), workOrder("P-2", "WO-200", "P-1 forskaling")];
    const first = (query: string, open: string[] = []) =>
      firstFound(rowsOf(projects, orders, { query, open }), query)?.key;
    // Also when it is open, and when others are in the list for their work orders.
    expect(first("p-1", ["P-1"])).toBe("P-1");
    expect(first("rigg")).toBe("P-1/P-1-WO-100");
    expect(first("tunnel forskaling")).toBe("P-2/P-2-WO-200");
    expect(first("", ["P-1"])).toBe("P-1");
    expect(first("nothing")).toBeUndefined();
  });

  it("says that work orders are being read instead of showing none", () => {
    expect(shown(rowsOf([project("P-1")], [], { open: ["P-1"] }))).toEqual(["P-1", "  reading"]);
  });

  it("finds by name without accents and by parts in any order", () => {
    const projects = [project("P-2026-004", "VA Sandnes sør, etappe 2"), project("P-2026-007", "Kv. Spinneriet")];
    expect(shown(rowsOf(projects, [], { query: "sor sand" }))).toEqual(["P-2026-004"]);
    expect(shown(rowsOf(projects, [], { query: "2026-007" }))).toEqual(["P-2026-007"]);
    expect(rowsOf(projects, [], { query: "nothing like it" })).toEqual([]);
  });

  it("opens a project that was found by one of its work orders, and shows that one alone", () => {
    const orders = [workOrder("P-1", "4-110", "Grøft"), workOrder("P-1", "4-130", "Kryssing Hoveveien")];
    expect(shown(rowsOf([project("P-1"), project("P-2")], orders, { query: "kryss" }))).toEqual(["P-1", "  4-130"]);
  });

  it("puts a hit in the number before a hit in the name", () => {
    const projects = [project("P-1", "Tilknytning 77"), project("P-77", "Bru")];
    expect(shown(rowsOf(projects, [], { query: "77" }))).toEqual(["P-77", "P-1"]);
  });

  it("passes over headings with the arrow keys and stops at the ends", () => {
    const rows = rowsOf([project("P-1"), project("P-2", null, { active: false })]);
    expect(nextRow(rows, 0, 1)).toBe(2);
    expect(nextRow(rows, 2, 1)).toBe(2);
    expect(nextRow(rows, 2, -1)).toBe(0);
    expect(nextRow(rows, 0, 10)).toBe(2);
  });
});
