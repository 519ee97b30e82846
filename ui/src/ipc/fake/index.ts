/**
 * The bridge in memory: believable data and every state, for tests, journeys and pictures. Never part of the program;
 * see `open.ts`. It is typed as `Bridge`, so it cannot drift from the bindings.
 */

import type { AppState, Drop, DropPlan, Online, Page, Settings, Target, Transfer } from "../bindings";
import { type Bridge, type EventName, FailureError, type Payloads } from "../bridge";
import { checkReports } from "./check";
import { addresses, connections, failure, minutesAgo, page, projects, workOrders } from "./data";
import { folderCommands } from "./folders";
import { machineCommands } from "./machines";
import { changeRow, makePlan } from "./plan";
import type { Scenario } from "./scenarios";
import { advanced, startingTransfers, summed, transfersOf } from "./transfers";

export { failure } from "./data";
export { type Scenario, type Switch, scenario, scenarioFromAddress, usualScenario } from "./scenarios";

/** What a test can do besides calling commands. */
export interface FakeControl {
  /** Lets an event happen. */
  emit<K extends EventName>(name: K, payload: Payloads[K]): void;
  /** Whether anything on the page listens for that event by now. */
  hears(name: EventName): boolean;
  /** Commands in the order in which they were called. */
  calls: { name: string; args: unknown[] }[];
  /** The next call of this command is refused. */
  refuse(name: keyof Bridge, with_: ReturnType<typeof failure>): void;
  /** Moves what is being sent by one step. */
  advance(stepBytes?: number): void;
}

export type FakeBridge = Bridge & { fake: FakeControl };

declare global {
  interface Window {
    /** Only in the build of the journeys. */
    fielddeskFake?: FakeControl;
  }
}

type Implementation = Omit<Bridge, "on">;

export function createFakeBridge(scenario: Scenario): FakeBridge {
  const { on } = scenario;
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const refusals = new Map<string, ReturnType<typeof failure>>();
  const calls: FakeControl["calls"] = [];

  let state: AppState = {
    version: "0.1.0",
    platform: scenario.platform,
    locale: scenario.region,
    keyringAvailable: !on.has("noKeyring"),
    settings: {
      language: scenario.language,
      theme: scenario.theme,
      density: scenario.density,
      textSizePercent: scenario.textSizePercent,
      notifications: true,
    },
    connections: connections(scenario),
  };
  const allProjects = projects(scenario);
  const pages = new Map<string, Page>();
  const plans = new Map<string, DropPlan>();
  const drops = new Map<string, Drop>();
  const deleted = new Map<string, { target: Target; before: Page; count: number }>();
  let items: Transfer[] = startingTransfers(scenario);
  let paused = false;
  let atLogin = false;
  let serial = 100;
  let checking = 0;
  const online: Online = on.has("offline")
    ? {
        state: "offline",
        since: minutesAgo(22),
        nextTryAt: new Date(Date.now() + 4 * 60_000).toISOString(),
        failure: failure("unreachable", { host: "api.feltdrift.example" }),
      }
    : { state: on.has("first") ? "notConnected" : "online", since: null, nextTryAt: null, failure: null };

  const emit: FakeControl["emit"] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) (listener as (p: typeof payload) => void)(payload);
  };
  const nextId = (kind: string) => {
    serial += 1;
    return `${kind}-${serial}`;
  };
  const pageOf = (target: Target): Page => {
    const at = `${target.projectId}/${target.workOrderId ?? ""}`;
    const known = pages.get(at) ?? page(target, scenario);
    pages.set(at, known);
    return known;
  };
  const keepPage = (next: Page) => {
    pages.set(`${next.target.projectId}/${next.target.workOrderId ?? ""}`, next);
    emit("documentsChanged", { target: next.target });
  };
  const planOf = (planId: string): DropPlan => {
    const plan = plans.get(planId);
    if (plan === undefined) throw new FailureError(failure("notFound"));
    return plan;
  };
  const keepPlan = (plan: DropPlan): DropPlan => {
    plans.set(plan.planId, plan);
    return plan;
  };
  const titleOf = (target: Target | null) => allProjects.find(({ id }) => id === target?.projectId)?.name ?? null;
  const tellTransfers = () => emit("transfersChanged", summed(items, paused));
  const tellConnections = () => emit("connectionsChanged", { connections: state.connections });
  const newDrop = (source: Drop["source"], files: number, folders: number): Drop => {
    const drop: Drop = {
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

  const advance = (stepBytes = 4_000_000) => {
    if (paused || on.has("offline")) return;
    const { items: next, finished } = advanced(items, stepBytes);
    items = next;
    for (const done of finished) if (done.kind !== "download" && done.kind !== "open") list(done);
    tellTransfers();
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
      state: "listed" as const,
      opens: sent.name.endsWith(".pdf"),
    };
    const sections = place
      ? kept.map((s) => (s === place ? { ...s, documents: [...s.documents, document] } : s))
      : [...kept, { section: name, pageExternalId: nextId("page"), documents: [document] }];
    keepPage({ ...before, sections, emptyWhereThereWere: null });
  };

  const implementation: Implementation = {
    appState: async () => state,
    setSettings: async (settings: Settings) => {
      state = { ...state, settings };
      return null;
    },
    startAtLogin: async () => atLogin,
    setStartAtLogin: async (next) => {
      atLogin = next;
      return atLogin;
    },
    readPasted: async (text) => {
      const id = /client.?id\W+([\w-]+)/i.exec(text)?.[1] ?? null;
      const secret = /secret\W+([\w-]+)/i.test(text);
      const environment = /test/i.test(text) ? "test" : id === null ? null : "production";
      return {
        environment,
        name: null,
        ...(environment ? addresses(environment) : { identityUrl: null, baseUrl: null, reportingUrl: null }),
        clientId: id,
        secret: secret ? nextId("secret") : null,
      };
    },
    checkConnection: async (draft) => {
      checking += 1;
      const mine = checking;
      const reports = checkReports(draft, scenario.check);
      for (const report of reports) {
        if (mine !== checking) break;
        emit("checkProgressed", report);
        await soon(reports.length > 1 ? 60 : 0);
      }
      const last = reports.at(-1);
      if (last === undefined) throw new FailureError(failure("internal"));
      if (last.outcome === "checking") {
        // A check that never ends by itself: only Cancel ends it.
        while (mine === checking) await soon(20);
      }
      return mine === checking ? last : { ...last, outcome: "cancelled" };
    },
    cancelCheck: async () => {
      checking += 1;
      return null;
    },
    saveConnection: async (draft) => {
      const saved = {
        name: draft.name,
        environment: draft.environment,
        sampleData: false,
        identityUrl: draft.identityUrl,
        baseUrl: draft.baseUrl,
        reportingUrl: draft.reportingUrl,
        clientId: draft.clientId,
        proxy: draft.proxy,
        company: "Strømhaug Anlegg AS",
        active: true,
        secretKept: state.keyringAvailable ? ("keyring" as const) : ("session" as const),
      };
      const others = state.connections
        .filter(({ name }) => name !== draft.name && name !== draft.changes)
        .map((c) => ({ ...c, active: false }));
      state = { ...state, connections: [...others, saved] };
      online.state = "online";
      tellConnections();
      return saved;
    },
    activateConnection: async (name) => {
      state = { ...state, connections: state.connections.map((c) => ({ ...c, active: c.name === name })) };
      tellConnections();
      return null;
    },
    removeConnection: async (name) => {
      const rest = state.connections.filter((c) => c.name !== name);
      const first = rest[0];
      if (first && !rest.some((c) => c.active)) rest[0] = { ...first, active: true };
      state = { ...state, connections: rest };
      tellConnections();
      return null;
    },
    startSampleData: async () => {
      const sample = connections({ ...scenario, on: new Set(["sample"]) }).find((c) => c.sampleData);
      if (sample === undefined) throw new FailureError(failure("internal"));
      const others = state.connections.filter((c) => !c.sampleData).map((c) => ({ ...c, active: false }));
      state = { ...state, connections: [...others, sample] };
      online.state = "online";
      tellConnections();
      return sample;
    },
    copyText: async () => null,
    windowReady: async () => null,
    copyDiagnostics: async () => "Fielddesk 0.1.0",
    openInBrowser: async () => null,

    listProjects: async (fresh) => {
      if (on.has("offline") && fresh) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      return { projects: allProjects, readAt: minutesAgo(1), cached: on.has("offline") };
    },
    listWorkOrders: async (projectId) => {
      const project = allProjects.find(({ id }) => id === projectId);
      return { workOrders: project ? workOrders(project) : [], readAt: minutesAgo(1), cached: false };
    },
    listKnownWorkOrders: async () => allProjects.slice(0, 40).flatMap(workOrders),
    listDocuments: async (target, fresh) => {
      if (on.has("notAllowed"))
        throw new FailureError(
          failure("notAllowed", { project: target.projectId.replace("project-", "") }, { status: 403 }),
        );
      if (on.has("offline") && fresh) throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      return pageOf(target);
    },
    noteProjectUsed: async () => null,

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
      if (plan.target === null) throw new FailureError(failure("usage"));
      const rows = plan.rows.filter(({ rowId }) => rowIds.includes(rowId));
      serial += rows.length;
      items = [...items, ...transfersOf(rows, plan.target, plan.projectNumber ?? "", 1000 + serial)];
      plans.delete(planId);
      tellTransfers();
      return rows.length;
    },
    discardPlan: async () => null,
    reopenPlan: async (planId) => planOf(planId),

    transfers: async () => summed(items, paused),
    cancelTransfers: async (ids) => {
      items = items.map((t) => (ids.includes(t.id) ? { ...t, state: "cancelled" } : t));
      tellTransfers();
      return null;
    },
    retryTransfers: async (ids) => {
      items = items.map((t) =>
        ids.includes(t.id) ? { ...t, state: "waiting", failure: null, nextTryAt: null, bytesDone: 0 } : t,
      );
      tellTransfers();
      return null;
    },
    pauseTransfers: async (next) => {
      paused = next;
      tellTransfers();
      return null;
    },
    clearFinishedTransfers: async () => {
      items = items.filter((t) => t.state !== "done" && t.state !== "cancelled");
      tellTransfers();
      return null;
    },
    showTransfer: async () => null,

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

    ...folderCommands({
      scenario,
      projects: allProjects,
      nextId,
      tell: (folders) => emit("foldersChanged", structuredClone(folders)),
    }),

    ...machineCommands({
      scenario,
      nextId,
      tell: {
        state: (fleet) => emit("machinesChanged", structuredClone(fleet)),
        progress: (told) => emit("machineBatchProgressed", structuredClone(told)),
      },
    }),

    online: async () => ({ ...online }),
    tryAgainNow: async () => null,
  };

  const recorded: Record<string, unknown> = {};
  for (const [name, command] of Object.entries(implementation)) {
    const call = command as (...args: unknown[]) => Promise<unknown>;
    recorded[name] = async (...args: unknown[]) => {
      calls.push({ name, args });
      const refusal = refusals.get(name);
      refusals.delete(name);
      if (on.has("slow") && name !== "appState") await soon(1500);
      if (refusal !== undefined) throw new FailureError(refusal);
      return structuredClone(await call(...args));
    };
  }

  const fake: FakeControl = {
    emit,
    hears: (name) => (listeners.get(name)?.size ?? 0) > 0,
    calls,
    refuse: (name, with_) => {
      refusals.set(name, with_);
    },
    advance,
  };
  return {
    ...(recorded as unknown as Implementation),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    fake,
  };
}

function soon(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
