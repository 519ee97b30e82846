/** The app's state and its connections in the fake: first start, checks, secrets kept, settings. */

import type { Environment, InitialState, Online, Settings } from "../bindings";
import { type Bridge, FailureError } from "../bridge";
import { checkReports } from "./check";
import { addresses, connections, failure } from "./data";
import type { Emit } from "./emit";
import type { Scenario } from "./scenarios";
import { soon } from "./soon";

type Names =
  | "appState"
  | "setSettings"
  | "startAtLogin"
  | "setStartAtLogin"
  | "readPasted"
  | "checkConnection"
  | "cancelCheck"
  | "saveConnection"
  | "activateConnection"
  | "removeConnection"
  | "startSampleData";

type Around = { scenario: Scenario; online: Online; nextId: (kind: string) => string; emit: Emit };

export function connectionCommands({ scenario, online, nextId, emit }: Around): Pick<Bridge, Names> {
  const { on } = scenario;
  let state: InitialState = {
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
    limits: { historyDays: 30 },
    connections: connections(scenario),
    notResumed: on.has("sampleLost")
      ? failure("documentsUnlisted", { file: "/home/kari/.local/share/fielddesk/sample-service" })
      : null,
  };
  let atLogin = false;
  let checking = 0;
  const tellConnections = () => emit("connectionsChanged", { connections: state.connections });

  return {
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
      const both = /\btest\b/i.test(text) && /\bproduction\b/i.test(text);
      const named = /test/i.test(text) ? "test" : id === null ? null : "production";
      const found = (environment: Environment | null) => ({
        environment,
        name: null,
        ...(environment ? addresses(environment) : { identityUrl: null, baseUrl: null, reportingUrl: null }),
        clientId: both && id !== null ? `${environment}-${id}` : id,
        secret: secret ? nextId("secret") : null,
      });
      return both ? [found("test"), found("production")] : [found(named)];
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
        staticToken: draft.clientId === null,
        scopes: draft.scopes.split(" ").filter((scope) => scope !== ""),
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
  };
}
