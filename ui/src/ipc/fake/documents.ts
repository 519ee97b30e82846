/** Projects, work orders and the documents of their pages in the fake. */

import type { Page, Project, Target, Transfer, UnlistedRecords } from "../bindings";
import { type Bridge, FailureError } from "../bridge";
import { failure, minutesAgo, page, workOrders } from "./data";
import type { Emit } from "./emit";
import type { Scenario } from "./scenarios";

const noneUnlisted: UnlistedRecords = { count: 0, named: [] };

type Names =
  | "listProjects"
  | "listWorkOrders"
  | "listKnownWorkOrders"
  | "listDocuments"
  | "noteProjectUsed"
  | "openDocument"
  | "saveDocuments"
  | "deleteDocuments"
  | "undoDelete"
  | "finishDelete";

type Around = { scenario: Scenario; projects: Project[]; nextId: (kind: string) => string; emit: Emit };

export function documentCommands({ scenario, projects: allProjects, nextId, emit }: Around) {
  const { on } = scenario;
  const pages = new Map<string, Page>();
  const deleted = new Map<string, { target: Target; before: Page; count: number }>();
  const pageOf = (target: Target): Page => {
    const at = `${target.project}/${target.workOrder ?? ""}`;
    const known = pages.get(at) ?? page(target, scenario);
    pages.set(at, known);
    return known;
  };
  const keepPage = (next: Page) => {
    pages.set(`${next.target.project}/${next.target.workOrder ?? ""}`, next);
    emit("documentsChanged", { target: next.target });
  };
  /** A file that was sent appears on its page. */
  const list = (sent: Transfer) => {
    const before = pageOf(sent.target);
    const name = sent.section ?? "Documents";
    const kept = before.sections.map((s) =>
      s.section === name && sent.kind === "replace"
        ? { ...s, documents: s.documents.filter((d) => d.name !== sent.name) }
        : s,
    );
    const place = kept.find((s) => s.section === name);
    const document = {
      id: nextId("document"),
      name: sent.name,
      shownName: sent.shownName,
      sizeBytes: sent.bytesTotal,
      sentAt: new Date().toISOString(),
      origin: "byHand" as const,
      folder: null,
      state: "listed" as const,
      opens: sent.name.endsWith(".pdf"),
    };
    const sections = place
      ? kept.map((s) => (s === place ? { ...s, documents: [...s.documents, document] } : s))
      : [...kept, { section: name, pageExternalId: nextId("page"), documents: [document] }];
    keepPage({ ...before, sections, emptyWhereThereWere: null });
  };

  const commands: Pick<Bridge, Names> = {
    listProjects: async (fresh) => {
      if (on.has("offline") && fresh) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      return {
        projects: allProjects,
        readAt: minutesAgo(1),
        cached: on.has("offline"),
        leftOut: noneUnlisted,
      };
    },
    listWorkOrders: async (projectId) => {
      const project = allProjects.find(({ id }) => id === projectId);
      return {
        workOrders: project ? workOrders(project) : [],
        readAt: minutesAgo(1),
        cached: false,
        leftOut: noneUnlisted,
      };
    },
    listKnownWorkOrders: async () => allProjects.slice(0, 40).flatMap(workOrders),
    listDocuments: async (target, fresh) => {
      if (on.has("notAllowed"))
        throw new FailureError(
          failure("notAllowed", { project: target.project.replace("project-", "") }, { status: 403 }),
        );
      if (on.has("offline") && fresh) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      return pageOf(target);
    },
    noteProjectUsed: async () => null,
    openDocument: async (target, id) => {
      const found = pageOf(target)
        .sections.flatMap((s) => s.documents)
        .find((d) => d.id === id);
      return { opened: found?.opens ?? false };
    },
    saveDocuments: async (_, ids) => ids.length,
    deleteDocuments: async (target, ids) => {
      if (on.has("readOnly")) {
        return {
          undoId: null,
          deleted: [],
          refused: ids.map((id) => ({ id, failure: failure("readOnlyClient", {}, { status: 403 }) })),
        };
      }
      const before = pageOf(target);
      const sections = before.sections
        .map((s) => ({ ...s, documents: s.documents.filter((d) => !ids.includes(d.id)) }))
        .filter((s) => s.documents.length > 0);
      const undoId = nextId("undo");
      deleted.set(undoId, { target, before, count: ids.length });
      keepPage({ ...before, sections });
      return { undoId, deleted: ids, refused: [] };
    },
    undoDelete: async (undoId) => {
      const kept = deleted.get(undoId);
      if (kept === undefined) throw new FailureError(failure("notFound"));
      deleted.delete(undoId);
      keepPage(kept.before);
      return kept.count;
    },
    finishDelete: async (undoId) => {
      deleted.delete(undoId);
      return [];
    },
  };
  return { commands, list };
}
