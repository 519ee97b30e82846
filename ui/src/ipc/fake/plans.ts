/** Drops and the plans made of them in the fake. */

import type { DropPlan, DroppedFiles, PlanRow, Project, Target } from "../bindings";
import { type Bridge, FailureError } from "../bridge";
import { failure } from "./data";
import { changeRow, makePlan } from "./plan";

type Names =
  | "pickFiles"
  | "pasteFiles"
  | "planDrop"
  | "retargetPlan"
  | "changePlan"
  | "setSubfoldersAsSections"
  | "setPlanSameName"
  | "sendPlan"
  | "putIntoFolders"
  | "discardPlan"
  | "reopenPlan";

type Around = {
  projects: readonly Project[];
  nextId: (kind: string) => string;
  /** Takes rows into what is being sent. */
  send: (rows: PlanRow[], target: Target, project: string) => void;
};

export function planCommands({ projects: allProjects, nextId, send }: Around): Pick<Bridge, Names> {
  const plans = new Map<string, DropPlan>();
  const drops = new Map<string, DroppedFiles>();
  const planOf = (planId: string): DropPlan => {
    const plan = plans.get(planId);
    if (plan === undefined) throw new FailureError(failure("notFound"));
    return plan;
  };
  const keepPlan = (plan: DropPlan): DropPlan => {
    plans.set(plan.planId, plan);
    return plan;
  };
  const titleOf = (target: Target | null) => allProjects.find(({ id }) => id === target?.project)?.name ?? null;
  const newDrop = (source: DroppedFiles["source"], files: number, folders: number): DroppedFiles => {
    const drop: DroppedFiles = {
      dropId: nextId("drop"),
      files,
      folders,
      bytes: 226_000_000,
      counting: false,
      source,
      title: folders > 0 ? "Revisjon uke 47" : null,
    };
    drops.set(drop.dropId, drop);
    return drop;
  };

  return {
    pickFiles: async (folders) => newDrop("picker", 18, folders ? 2 : 0),
    pasteFiles: async () => newDrop("paste", 3, 0),
    planDrop: async (dropId, target, section) => {
      const drop = drops.get(dropId) ?? {
        dropId,
        files: 18,
        folders: 2,
        bytes: 226_000_000,
        counting: false,
        source: "drop" as const,
        title: "Revisjon uke 47",
      };
      return keepPlan(makePlan(drop, nextId("plan"), target, section, titleOf(target)));
    },
    retargetPlan: async (planId, target, section) => {
      const { drop } = planOf(planId);
      return keepPlan(makePlan(drop, planId, target, section, titleOf(target)));
    },
    changePlan: async (planId, rowIds, change) => {
      const plan = planOf(planId);
      const changed = plan.rows.filter(({ rowId }) => rowIds.includes(rowId)).map((row) => changeRow(row, change));
      const rows = plan.rows.map((row) => changed.find(({ rowId }) => rowId === row.rowId) ?? row);
      const sections = [...new Set([...plan.sections, ...rows.flatMap((r) => r.section ?? [])])];
      keepPlan({ ...plan, rows, sections });
      return changed;
    },
    setSubfoldersAsSections: async (planId, subfoldersAsSections) => {
      const plan = planOf(planId);
      const rows = plan.rows.map((r) =>
        r.folder === null ? r : { ...r, section: subfoldersAsSections ? r.folder : "HMS og rigg" },
      );
      return keepPlan({ ...plan, subfoldersAsSections, rows });
    },
    setPlanSameName: async (planId, sameName) => {
      const plan = planOf(planId);
      const change = { section: null, sameName, useSafeName: false, replaceId: null };
      return keepPlan({
        ...plan,
        sameName,
        rows: plan.rows.map((r) => (r.what === "replaces" || r.what === "keepsBoth" ? changeRow(r, change) : r)),
      });
    },
    sendPlan: async (planId, rowIds) => {
      const plan = planOf(planId);
      if (plan.place === null) throw new FailureError(failure("usage"));
      const rows = plan.rows.filter(({ rowId }) => rowIds.includes(rowId));
      send(rows, plan.place.target, plan.place.projectNumber);
      plans.delete(planId);
      return rows.length;
    },
    putIntoFolders: async (planId, rowIds) => {
      const plan = planOf(planId);
      const refused = plan.rows.find(({ rowId, what }) => rowIds.includes(rowId) && what === "twoWithThisName");
      const rows = plan.rows.filter(({ rowId }) => !rowIds.includes(rowId) || rowId === refused?.rowId);
      const failures = refused === undefined ? [] : [failure("fileUnreadable", { file: refused.name })];
      return { plan: keepPlan({ ...plan, rows }), failures };
    },
    discardPlan: async () => null,
    reopenPlan: async (planId) => planOf(planId),
  };
}
