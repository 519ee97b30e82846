import { expect, it } from "vitest";
import type { Project } from "../../../ipc";
import { offered, shownSums, suggestion } from "./model";

const project = (number: string, name: string, active = true): Project => ({
  id: number,
  number,
  name,
  active,
  usedAt: null,
});
const projects = [
  project("P-2026-004", "VA Sandnes sør, etappe 2"),
  project("P-2026-014", "Ny skole Bjørkelia"),
  project("P-2024-019", "Kai Bjørkelia", false),
];

it("suggests the project whose number or name stands in the folder's path", () => {
  expect(suggestion(projects, "P:\\P-2026-004\\Tegninger")?.project.number).toBe("P-2026-004");
  expect(suggestion(projects, "P:\\Bjorkelia skole\\IFC")?.project.number).toBe("P-2026-014");
});

it("suggests nothing where nothing fits", () => {
  expect(suggestion(projects, "C:\\Users\\kari\\Desktop")).toBeNull();
  expect(suggestion(projects, "")).toBeNull();
});

it("offers projects to somebody who used none yet, and only those used last to others", () => {
  const inactive = projects.filter(({ active }) => !active).length;
  expect(offered(projects, []).length).toBe(Math.min(8, projects.length - inactive));
  expect(offered(projects, []).every(({ project }) => project.active)).toBe(true);
  const [first] = projects;
  const used = first ? [{ project: first, workOrder: null }] : [];
  expect(offered(projects, used)).toEqual(used);
});

it("leaves out sums of nothing", () => {
  const plan = { rows: [], rowsInAll: 0, sections: [], bytes: 0, files: 0, leftOut: [], sameSection: [] };
  const sums = shownSums({ ...plan, new: 3, toCompare: 0, different: 1, waiting: 0, inSubfolders: 5, onlyOnPage: 0 });
  expect(sums).toEqual([
    { sum: "new", count: 3 },
    { sum: "different", count: 1 },
    { sum: "inSubfolders", count: 5 },
  ]);
});
