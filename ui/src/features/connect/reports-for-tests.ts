/** Reports of a check and findings in a pasted text, as the desktop side writes them. */

import type { CheckOutcome, CheckReport, CheckStep, Environment, Failure } from "../../ipc";
import { failure } from "../../shared/testing/bridge";

const host = "identity.example";
const steps = ["address", "signIn", "core", "reporting"] as const;

/** Where each outcome comes about, and why. */
const failed: Partial<Record<CheckOutcome, [step: (typeof steps)[number], why: Failure]>> = {
  noAddress: ["address", failure("unreachable", { host })],
  certificate: ["address", failure("certificate", { host })],
  proxyRefused: ["address", failure("proxyRefused", { host, proxy: "proxy.example:3128" }, { field: "proxy" })],
  proxyPage: ["address", failure("proxyPage", { host }, { status: 200 })],
  addressMismatch: ["address", failure("usage", {}, { field: "environment" })],
  refused: ["signIn", failure("invalidClient", {}, { status: 401, code: "invalid_client" })],
  wrongEnvironment: ["signIn", failure("wrongEnvironment", {}, { status: 401, code: "invalid_token" })],
  failed: ["signIn", failure("serviceFailed", {}, { status: 503 })],
  notAdministrator: ["core", failure("notAdministrator", {}, { status: 403, code: "FORBIDDEN" })],
  partly: ["reporting", failure("scopeNotGranted", { scope: "reportingapiv1" })],
};

/** The report of a check that ended like this. */
export function reportOf(outcome: CheckOutcome, environment: Environment = "production"): CheckReport {
  const [at, why] = failed[outcome] ?? [outcome === "connected" ? null : "address", null];
  const stopped = at === null ? steps.length : steps.indexOf(at);
  const goesOn = outcome === "partly" || outcome === "notAdministrator";
  return {
    outcome,
    steps: steps.map((step, index): CheckStep => {
      if (index < stopped || (index > stopped && goesOn)) return { step, state: "ok", detail: null, failure: null };
      if (index > stopped) return { step, state: "notTried", detail: null, failure: null };
      if (why === null) return { step, state: "working", detail: host, failure: null };
      return { step, state: goesOn ? "needsYou" : "failed", detail: null, failure: why };
    }),
    readOnly: false,
    company: outcome === "connected" || goesOn ? "Fjordvik Anlegg AS" : null,
    environment,
    checkedAt: "2026-11-20T11:00:00Z",
    seconds: 0.4,
    message: outcome === "connected" ? null : `Client office, ${environment}: ${outcome}`,
  };
}

/** Addresses of an environment. */
export const addresses = (environment: Environment) => ({
  identityUrl: `https://identity.${environment}.example`,
  baseUrl: `https://api.${environment}.example`,
  reportingUrl: `https://reporting.${environment}.example`,
});

/** What was recognised in a text: of an environment, its client with its secret and its addresses; else nothing. */
export const found = (environment: Environment | null, clientId: string | null = null) => ({
  environment,
  name: null,
  ...(environment === null ? { identityUrl: null, baseUrl: null, reportingUrl: null } : addresses(environment)),
  clientId,
  secret: clientId === null ? null : `secret-of-${clientId}`,
});
