/** The typed keys of all queries. A feature writes its queries with these; the events table makes them stale. */

import type { HistoryScope, Target } from "./bindings";

export const keys = {
  appState: ["appState"] as const,
  projects: ["projects"] as const,
  readOnly: ["readOnly"] as const,
  workOrders: (projectId: string) => ["workOrders", projectId] as const,
  knownWorkOrders: ["workOrders"] as const,
  documents: (target: Target) => ["documents", target.project, target.workOrder ?? ""] as const,
  allDocuments: ["documents"] as const,
  otherProject: (planId: string, target: Target | null) =>
    ["otherProject", planId, target?.project ?? "", target?.workOrder ?? ""] as const,
  find: (text: string) => ["find", text] as const,
  findMachine: (text: string) => ["find", "machine", text] as const,
  transfers: ["transfers"] as const,
  otherTransfers: ["otherTransfers"] as const,
  online: ["online"] as const,
  startAtLogin: ["startAtLogin"] as const,
  folders: ["folders"] as const,
  folderSettings: ["folderSettings"] as const,
  /** Everything read of the files of any folder, below it what is read of one. */
  folderDetails: ["folder"] as const,
  folder: (id: string) => ["folder", id] as const,
  folderPart: (id: string, part: string, ...rest: string[]) => ["folder", id, part, ...rest] as const,
  folderActivity: ["folder", "", "activity"] as const,
  dataLosses: ["dataLosses"] as const,
  /** Everything read of kept versions, below it what is read of one folder, of one project or of all. */
  allHistory: ["history"] as const,
  history: ({ folder, target, section, name, connections, reason, day }: HistoryScope, ...rest: string[]) =>
    [
      "history",
      ...[folder, target?.project, target?.workOrder, section, name, connections, reason, day].map(
        (part) => part ?? "",
      ),
      ...rest,
    ] as const,
  releases: ["machines", "releases"] as const,
  overview: ["overview"] as const,
  /** Everything of haul trips. */
  trips: ["trips"] as const,
  tripsState: ["trips", "state"] as const,
  /** Key of all data read from the kept trips: sums, lists, single trips. */
  tripData: ["trips", "data"] as const,
  tripPart: (part: string, ...rest: string[]) => ["trips", "data", part, ...rest] as const,
  updateState: ["updateState"] as const,
  timeZones: ["timeZones"] as const,
  countries: ["countries"] as const,
  trails: (search: string) => ["folder", "", "trails", search] as const,
};

export type QueryKey = readonly string[];
