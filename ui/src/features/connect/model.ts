/** Rules of the Connect screen that need no request: the fields, their problems, suggestions after a check. */

import type {
  CheckOutcome,
  CheckReport,
  ConnectionDraft,
  ConnectionInfo,
  Environment,
  Failure,
  Pasted,
  SecretInput,
} from "../../ipc";

export interface Fields {
  name: string;
  environment: Environment;
  identityUrl: string;
  baseUrl: string;
  reportingUrl: string;
  clientId: string;
  proxy: string;
  /** With a client of the company, or with a token that somebody was given. */
  signIn: SignIn;
  /** Permissions to ask for, with blanks between them; empty for the usual ones. */
  scopes: string;
}

export type SignIn = "client" | "token";

export type FieldName = keyof Fields | "secret";

/** Where the secret is. What is typed stays in its field until it is sent. */
export type SecretState = { kind: "typed" } | { kind: "pasted"; handle: string } | { kind: "stored" };

export const emptyFields: Fields = {
  name: "",
  environment: "production",
  identityUrl: "",
  baseUrl: "",
  reportingUrl: "",
  clientId: "",
  proxy: "",
  signIn: "client",
  scopes: "",
};

export const addressFields = ["identityUrl", "baseUrl", "reportingUrl", "proxy"] as const;

export function fieldsOf(connection: ConnectionInfo): Fields {
  const { name, environment, identityUrl, baseUrl } = connection;
  return {
    name,
    environment,
    // A token is renewed nowhere: the address that stands there is that of the main service.
    identityUrl: connection.staticToken ? "" : identityUrl,
    baseUrl,
    reportingUrl: connection.reportingUrl ?? "",
    clientId: connection.clientId ?? "",
    proxy: connection.proxy ?? "",
    signIn: connection.staticToken ? "token" : "client",
    scopes: connection.scopes.join(" "),
  };
}

/** Returns true if two states of the form differ in one field at most. */
export function isSameBut(one: Fields, other: Fields, field: keyof Fields): boolean {
  const names = Object.keys(one) as (keyof Fields)[];
  return names.every((name) => name === field || one[name] === other[name]);
}

/** Puts what was recognised into the fields; the rest stays as it is. */
export function withPasted(fields: Fields, pasted: Pasted): Fields {
  return {
    name: pasted.name ?? fields.name,
    environment: pasted.environment ?? fields.environment,
    identityUrl: pasted.identityUrl ?? fields.identityUrl,
    baseUrl: pasted.baseUrl ?? fields.baseUrl,
    reportingUrl: pasted.reportingUrl ?? fields.reportingUrl,
    clientId: pasted.clientId ?? fields.clientId,
    proxy: fields.proxy,
    // Whoever pastes a client's secret means the client.
    signIn: pasted.clientId === null && pasted.secret === null ? fields.signIn : "client",
    scopes: fields.scopes,
  };
}

/** Which fields a paste filled, in the order of the form. */
export function recognised(pasted: Pasted): FieldName[] {
  const order: FieldName[] = ["environment", "name", "clientId", "secret", "identityUrl", "baseUrl", "reportingUrl"];
  return order.filter((field) => pasted[field as keyof Pasted] !== null);
}

/** Changes the environment and takes its addresses from another connection, if one knows them. */
export function inEnvironment(fields: Fields, environment: Environment, known: ConnectionInfo[]): Fields {
  if (environment === fields.environment) return fields;
  const other = known.find((connection) => connection.environment === environment && !connection.sampleData);
  if (other === undefined) return { ...fields, environment };
  return {
    ...fields,
    environment,
    identityUrl: other.identityUrl,
    baseUrl: other.baseUrl,
    reportingUrl: other.reportingUrl ?? "",
  };
}

export type Problem =
  | "missing"
  | "notAnAddress"
  | "notSecure"
  | "notAccepted"
  | "noAnswer"
  | "noServer"
  | "noHttps"
  | "certificate"
  | "otherEnvironment";

/** What is wrong with one field, or null. */
export function problemOf(field: keyof Fields, fields: Fields): Problem | null {
  const value = fields[field].trim();
  switch (field) {
    case "environment":
    case "name":
    case "signIn":
    case "scopes":
      return null;
    case "clientId":
      return value === "" && fields.signIn === "client" ? "missing" : null;
    case "identityUrl":
      if (fields.signIn === "token") return null;
      return value === "" ? "missing" : problemOfAddress(value);
    case "baseUrl":
      return value === "" ? "missing" : problemOfAddress(value);
    case "reportingUrl":
      return value === "" ? null : problemOfAddress(value);
    case "proxy":
      return value === "" || /^(https?|socks5h?):\/\/[^/\s]+/.test(value) ? null : "notAnAddress";
  }
}

/** Only https leaves this computer; the sample service on this computer may be plain. */
function problemOfAddress(value: string): Problem | null {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return "notAnAddress";
  return url.protocol === "https:" || isThisComputer(url) ? null : "notSecure";
}

const isThisComputer = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Whether an address is at a host, which a failure names with or without its port. */
function isAt(address: string, host: string | undefined): boolean {
  const url = URL.parse(address);
  return url !== null && (url.host === host || url.hostname === host);
}

/** The fields with http in the addresses at a host. */
export function withHttp(fields: Fields, host: string | undefined): Fields {
  const changed = addressFields.flatMap((field) =>
    field !== "proxy" && isAt(fields[field], host) ? [[field, fields[field].replace(/^https:/i, "http:")]] : [],
  );
  return { ...fields, ...Object.fromEntries(changed) };
}

/** All problems, in the order of the form. `hasSecret` is known to the field alone. */
export function problemsOf(fields: Fields, hasSecret: boolean): Map<FieldName, Problem> {
  const found = new Map<FieldName, Problem>();
  const order: FieldName[] = ["name", "clientId", "secret", "identityUrl", "baseUrl", "reportingUrl", "proxy"];
  for (const field of order) {
    const problem = field === "secret" ? (hasSecret ? null : ("missing" as const)) : problemOf(field, fields);
    if (problem !== null) found.set(field, problem);
  }
  return found;
}

/** What a check found wrong with fields: a client and a secret that were not accepted, addresses without the server. */
export function problemsOfCheck(report: CheckReport | null, fields: Fields): Map<FieldName, Problem> {
  if (report === null) return new Map();
  if (report.outcome === "refused") {
    // Which of the two it is, the server does not say.
    const marked: FieldName[] = fields.signIn === "token" ? ["secret"] : ["clientId", "secret"];
    return new Map(marked.map((field) => [field, "notAccepted"]));
  }
  if (report.outcome === "wrongEnvironment") return new Map([["clientId", "otherEnvironment"]]);
  const why = causeOf(report);
  const problem = why === null ? null : problemAtAddress(why);
  if (why === null || problem === null) return new Map();
  const { host } = why.params;
  // Where nothing answers, that is so for every address of this host.
  const silent = addressFields.filter((field) => field !== "proxy" && isAt(fields[field], host));
  const named = addressFields.filter((field) => field === why.field);
  const marked = problem === "noAnswer" && silent.length > 0 ? silent : named;
  return new Map(marked.map((field) => [field, problem]));
}

/** The first failure of a check. */
export function causeOf({ steps }: CheckReport): Failure | null {
  return steps.find(({ failure }) => failure !== null)?.failure ?? null;
}

/** What is wrong with the address that a failure is about; null where the address need not be at fault. */
function problemAtAddress({ kind, params, status }: Failure): Problem | null {
  switch (kind) {
    case "unreachable":
      return "noAnswer";
    case "usage":
      return "noTls" in params ? "noHttps" : "notAnAddress";
    case "notFound":
      return "noServer";
    case "certificate":
      return "certificate";
    case "proxyPage":
      return status === 404 ? "noServer" : null;
    default:
      return null;
  }
}

/** `changes` is the stored connection that is edited; null makes a new one. */
export function draftOf(fields: Fields, secret: SecretInput, changes: string | null): ConnectionDraft {
  const trimmed = (value: string) => (value.trim() === "" ? null : value.trim());
  return {
    name: fields.name.trim(),
    changes,
    environment: fields.environment,
    identityUrl: fields.signIn === "token" ? "" : fields.identityUrl.trim(),
    baseUrl: fields.baseUrl.trim(),
    reportingUrl: trimmed(fields.reportingUrl),
    clientId: fields.signIn === "token" ? null : fields.clientId.trim(),
    scopes: fields.signIn === "token" ? "" : fields.scopes.trim(),
    secret,
    proxy: trimmed(fields.proxy),
  };
}

/**
 * A connection without a name is called after the first of `others` that is known: its company, its client, its environment.
 * Names are told apart by a number.
 */
export function nameFor(typed: string, others: readonly (string | null)[], taken: readonly string[]): string {
  if (typed.trim() !== "") return typed.trim();
  const base = others.map((other) => other?.trim() ?? "").find((other) => other !== "") ?? "";
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** Good: can be started. Half: can be started without something. Bad: nothing to start. */
export type Tone = "none" | "checking" | "good" | "half" | "bad";

const tones: Record<CheckOutcome, Tone> = {
  checking: "checking",
  connected: "good",
  partly: "half",
  notAdministrator: "half",
  refused: "bad",
  wrongEnvironment: "bad",
  addressMismatch: "bad",
  noAddress: "bad",
  certificate: "bad",
  proxyRefused: "bad",
  proxyPage: "bad",
  failed: "bad",
  cancelled: "none",
};

export function toneOf(report: CheckReport | null): Tone {
  return report === null ? "none" : tones[report.outcome];
}

export type Help =
  | "start"
  | "startWithout"
  | "startWithoutDocuments"
  | "otherEnvironment"
  | "useOther"
  | "followAddresses"
  | "pasteAgain"
  | "copyForAdministrator"
  | "copyForOperator"
  | "copyForIt"
  | "addresses"
  | "useHttp"
  | "rightAddress"
  | "proxy"
  | "browser"
  | "tryAgain";

/** At most three, the likeliest first. */
export const helps: Record<CheckOutcome, Help[]> = {
  checking: [],
  cancelled: [],
  connected: ["start"],
  partly: ["startWithout", "copyForOperator"],
  notAdministrator: ["copyForAdministrator", "startWithoutDocuments"],
  refused: ["otherEnvironment", "pasteAgain", "copyForAdministrator"],
  wrongEnvironment: ["useOther", "copyForAdministrator"],
  addressMismatch: ["followAddresses", "addresses"],
  noAddress: ["addresses", "proxy", "tryAgain"],
  certificate: ["copyForIt", "addresses", "tryAgain"],
  proxyRefused: ["copyForIt", "proxy", "tryAgain"],
  proxyPage: ["browser", "tryAgain", "proxy"],
  failed: ["tryAgain", "copyForAdministrator"],
};

/**
 * What usually helps after a check; where something else answers at an address, that address first. A proxy helps only
 * where nothing came through, or a page of the network came instead.
 */
export function helpsAfter(report: CheckReport): Help[] {
  const { outcome } = report;
  const why = causeOf(report);
  const problem = why === null ? null : problemAtAddress(why);
  if (why === null || !why.field?.endsWith("Url")) {
    return problem === "noServer" && outcome === "proxyPage" ? ["addresses"] : helps[outcome];
  }
  if (outcome === "partly") return ["startWithout", "addresses"];
  // A server that knows no such path knows it no better later.
  if (problem === "noServer") return ["addresses"];
  // The address is spelt right, and later it answers the same. Only on this computer may it do without https.
  if (problem === "noHttps") {
    const url = URL.parse(`https://${why.params.host}`);
    return url !== null && isThisComputer(url) ? ["useHttp", "rightAddress"] : ["rightAddress"];
  }
  if (problem === "notAnAddress") return ["addresses"];
  return outcome === "failed" ? ["addresses", "proxy", "tryAgain"] : helps[outcome];
}
