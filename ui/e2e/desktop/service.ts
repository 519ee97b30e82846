/** The service behind a journey: `fieldservice` with its control surface, and what a colleague does on it. */

import type { ChildProcess } from "node:child_process";
import { end, type Running, start } from "./process";

export type Environment = "test" | "production";
export type Client = "admin" | "standard" | "readOnly" | "coreOnly" | "otherCompany";

type Credentials = { clientId: string; clientSecret: string };

/** One environment as the service's line has it; clients only in the start that seeds. */
export interface Place {
  identityUrl: string;
  baseUrl: string;
  reportingUrl: string;
  companyId: string;
  subsidiaryId: string;
  clients?: Record<Client, Credentials>;
}

export type Ready = { environments: Record<Environment, Place> };
export type Clients = Record<Environment, Record<Client, Credentials>>;

/** What a request meets instead of its answer; see the control surface of `fieldservice`. */
export type Fault = {
  method?: string;
  /** After the environment: `/core/api/…`, of every environment that journeys use. */
  path: string;
  times?: number;
  skip?: number;
  action: {
    status?: number;
    headers?: Record<string, string>;
    body?: unknown;
    delayMs?: number;
    resetBeforeBody?: boolean;
    resetAfterCommit?: boolean;
  };
};

/** Paths of the interface, after `/core`. */
export const paths = {
  projects: "/api/v4/integration/projects",
  machines: "/api/v4/integration/machines",
  users: "/api/v4/integration/users",
  workOrdersOf: (project: string) => `/api/v4/integration/tasks/project/${project}`,
};

export class Service {
  readonly ready: Ready;
  readonly clients: Clients;
  private child: ChildProcess;
  private readonly data: string;
  private readonly log: string;
  private readonly tokens = new Map<Environment, string>();

  private constructor(running: Running<Ready>, clients: Clients, data: string, log: string) {
    this.child = running.child;
    this.ready = running.ready;
    this.clients = clients;
    this.data = data;
    this.log = log;
  }

  /** Serves a folder of data; `seed` fills an empty one. */
  static async start(data: string, log: string, clients?: Clients): Promise<Service> {
    const seed = clients === undefined ? ["--seed", "demo"] : [];
    const running = await start<Ready>("fieldservice", serve(data, seed), log);
    const { test, production } = running.ready.environments;
    const known = clients ?? { test: given(test), production: given(production) };
    return new Service(running, known, data, log);
  }

  /** Where the service is: `http://127.0.0.1:…`. */
  get origin(): string {
    return new URL(this.ready.environments.test.baseUrl).origin;
  }

  /** Plants a fault. */
  async fault({ path, ...rest }: Fault, environment: Environment = "production"): Promise<void> {
    await this.control("POST", "faults", {
      ...rest,
      times: rest.times ?? 1_000_000,
      pathPrefix: `/${environment}${path}`,
    });
  }

  /** Answers a GET of a path, and of nothing below it, with a list of its own. */
  async answer(path: string, body: unknown, status = 200): Promise<void> {
    // The first fault that fits takes a request: what lies below is answered as usual.
    await this.fault({ method: "GET", path: `/core${path}/`, action: { delayMs: 0 } });
    await this.fault({ method: "GET", path: `/core${path}`, action: { status, body } });
  }

  /** Takes every fault out. */
  noFaults(): Promise<void> {
    return this.control("DELETE", "faults");
  }

  /** Changes a haul trip as its source would: the interface itself only lists trips. */
  changeTrip(tripId: string, change: "approve" | "delete", environment: Environment = "production"): Promise<void> {
    return this.control("POST", "trips", { environment, tripId, change });
  }

  /** Ends the service: nothing answers at its address. */
  stop(): Promise<void> {
    return end(this.child, "SIGKILL");
  }

  /** Serves again, at the same address. */
  async again(): Promise<void> {
    const listen = ["--listen", new URL(this.origin).host];
    this.child = (await start<Ready>("fieldservice", serve(this.data, listen), this.log)).child;
  }

  /** Calls the interface as a colleague's program does. */
  async call(environment: Environment, method: string, path: string, body?: unknown): Promise<unknown> {
    const place = this.ready.environments[environment];
    const form = body instanceof FormData;
    const answer = await fetch(`${place.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.token(environment)}`,
        ...(body === undefined || form ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : form ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  /** An access token of the administrator's client. */
  async token(environment: Environment): Promise<string> {
    const known = this.tokens.get(environment);
    if (known !== undefined) return known;
    const { clientId, clientSecret } = this.clients[environment].admin;
    const answer = await fetch(`${this.ready.environments[environment].identityUrl}/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        scope: "serviceapiv3",
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    this.tokens.set(environment, token);
    return token;
  }

  private async control(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${this.origin}/_control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`/_control/${path}: ${answer.status} ${await answer.text()}`);
  }
}

function serve(data: string, more: readonly string[]): string[] {
  return ["serve", "--data", data, "--durability", "process", "--control", ...more];
}

function given({ clients }: Place): Record<Client, Credentials> {
  if (clients === undefined) throw new Error("This start did not seed: its clients are not known.");
  return clients;
}
