/** The typed keys of all queries. A feature writes its queries with these; the events table makes them stale. */

import type { Target } from "./bindings";

export const keys = {
  appState: ["appState"] as const,
  projects: ["projects"] as const,
  workOrders: (projectId: string) => ["workOrders", projectId] as const,
  knownWorkOrders: ["workOrders"] as const,
  documents: (target: Target) => ["documents", target.projectId, target.workOrderId ?? ""] as const,
  allDocuments: ["documents"] as const,
  transfers: ["transfers"] as const,
  online: ["online"] as const,
};

export type QueryKey = readonly string[];
