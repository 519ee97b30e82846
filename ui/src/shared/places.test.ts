import { expect, it } from "vitest";
import type { Project, WorkOrder } from "../ipc";
import { findPlaces } from "./places";

const project = (number: string, name: string, rest: Partial<Project> = {}): Project => ({
  id: number,
  number,
  name,
  active: true,
  usedAt: null,
  ...rest,
});
const order = (number: string, name: string, projectId: string): WorkOrder => ({
  id: number,
  number,
  name,
  projectId,
  active: true,
});

const projects = [
  project("P-2026-004", "VA Sandnes sør, etappe 2", { usedAt: "2026-11-20T12:00:00Z" }),
  project("P-2026-014", "Ny skole Bjørkelia", { usedAt: "2026-11-20T13:00:00Z" }),
  project("P-2024-019", "Kai Sandnes", { active: false }),
];
const orders = [order("4-130", "Kryssing Hoveveien", "P-2026-004")];

const found = (typed: string) =>
  findPlaces(projects, orders, typed).map(({ project, workOrder }) => workOrder?.number ?? project.number);

it("finds a number before a name", () => {
  expect(found("4-130")[0]).toBe("4-130");
  expect(found("p-2026-004")).toEqual(["P-2026-004"]);
});

it("finds words in any order and without accents", () => {
  expect(found("sor sandnes")).toEqual(["P-2026-004"]);
  expect(found("bjork")).toEqual(["P-2026-014"]);
});

it("finds what a word begins with before what stands within one", () => {
  const both = [project("P-2026-002", "Fv. 60, gang- og sykkelveg"), project("P-2026-005", "VA-sanering Elvegata")];
  const numbers = findPlaces(both, [], "elve").map(({ project }) => project.number);
  expect(numbers).toEqual(["P-2026-005", "P-2026-002"]);
});

it("shows inactive projects last", () => {
  expect(found("sandnes")).toEqual(["P-2026-004", "P-2024-019"]);
});

it("shows the recent ones, newest first, while nothing is typed", () => {
  expect(found(" ")).toEqual(["P-2026-014", "P-2026-004"]);
});

it("finds nothing where nothing is", () => {
  expect(found("ha99")).toEqual([]);
});
