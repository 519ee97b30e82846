/**
 * The bridge in memory: believable data and every state, for tests, journeys and pictures. Never part of the program;
 * see `open.ts`. It is typed as `Bridge`, so it cannot drift from the bindings.
 */

import { commands, type FieldView, type Online } from "../bindings";
import { type Bridge, type EventName, FailureError } from "../bridge";
import recorded from "../recorded/fields.json";
import { connectionCommands } from "./connections";
import { failure, minutesAgo, projects } from "./data";
import { dataLosses } from "./data-loss";
import { documentCommands } from "./documents";
import type { Emit } from "./emit";
import { folderCommands } from "./folders";
import { historyCommands } from "./history";
import { planCommands } from "./plans";
import { queueCommands } from "./queue";
import type { Scenario } from "./scenarios";

export { failure } from "./data";
export { type Scenario, type Switch, scenario, scenarioFromAddress, usualScenario } from "./scenarios";

/** What a test can do besides calling commands. */
export interface FakeControl {
  /** Lets an event happen. */
  emit: Emit;
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

/** What it has; machines are shown over the app alone (`e2e/machines`). */
type Implementation = Partial<Omit<Bridge, "on">>;

/** A command that only the app has. */
const refused = (name: string) => () => Promise.reject(new Error(`${name} is answered by the app alone.`));

export function createFakeBridge(scenario: Scenario): FakeBridge {
  const { on } = scenario;
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const refusals = new Map<string, ReturnType<typeof failure>>();
  const calls: FakeControl["calls"] = [];

  const allProjects = projects(scenario);
  let serial = 100;
  const online: Online = on.has("offline")
    ? {
        state: "offline",
        since: minutesAgo(22),
        nextTryAt: new Date(Date.now() + 4 * 60_000).toISOString(),
        failure: failure("unreachable", { host: "api.feltdrift.example" }),
      }
    : {
        state: on.has("first") || on.has("sampleLost") ? "notConnected" : "online",
        since: null,
        nextTryAt: null,
        failure: null,
      };

  const emit: FakeControl["emit"] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) (listener as (p: typeof payload) => void)(payload);
  };
  const nextId = (kind: string) => {
    serial += 1;
    return `${kind}-${serial}`;
  };
  let losses = dataLosses(scenario);
  const documents = documentCommands({ scenario, projects: allProjects, nextId, emit });
  const queue = queueCommands({ scenario, emit, list: documents.list });

  const implementation: Implementation = {
    ...connectionCommands({ scenario, online, nextId, emit }),
    copyText: async () => null,
    windowReady: async () => null,
    copyDiagnostics: async () => "Fielddesk 0.1.0",
    openInBrowser: async () => null,

    dataLosses: async () => losses,
    acknowledgeDataLoss: async () => {
      losses = [];
      emit("dataLossChanged", losses);
      return null;
    },

    ...documents.commands,
    ...planCommands({ projects: allProjects, nextId, send: queue.send }),
    ...queue.commands,
    ...historyCommands(scenario, allProjects),
    ...folderCommands({
      scenario,
      projects: allProjects,
      nextId,
      tell: (folders) => emit("foldersChanged", structuredClone(folders)),
    }),

    // As the rules have them: recorded from the desktop side.
    machineFields: async (language) => recorded.machines[language] as FieldView[],
    fuelUses: async () => recorded.fuelUses,

    online: async () => ({ ...online }),
    tryAgainNow: async () => null,
  };

  const watched: Record<string, unknown> = {};
  for (const name of Object.keys(commands)) {
    const call = (implementation[name as keyof Implementation] ?? refused(name)) as (
      ...args: unknown[]
    ) => Promise<unknown>;
    watched[name] = async (...args: unknown[]) => {
      calls.push({ name, args });
      const refusal = refusals.get(name);
      refusals.delete(name);
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
    advance: queue.advance,
  };
  return {
    ...(watched as unknown as Omit<Bridge, "on">),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    fake,
  };
}
