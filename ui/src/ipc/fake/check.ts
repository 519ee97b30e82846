/** Connection checks of the fake: every outcome of the Connect screen, as the desktop side reports it. */

import type { CheckOutcome, CheckReport, CheckStep, CheckStepState, ConnectionDraft, Failure } from "../bindings";
import { failure } from "./data";

type Line = [CheckStepState, detail?: string | null, failed?: Failure];

function steps(lines: Line[]): CheckStep[] {
  const names = ["address", "signIn", "core", "reporting"] as const;
  return names.map((step, at) => {
    const [state, detail = null, failed = null] = lines[at] ?? ["notTried"];
    return { step, state, detail, failure: failed };
  });
}

/** The reports in the order in which they come; the last one is the answer. */
export function checkReports(draft: ConnectionDraft, outcome: CheckOutcome): CheckReport[] {
  const host = hostOf(draft.clientId === null ? draft.baseUrl : draft.identityUrl);
  const reports: CheckReport[] = [];
  const say = (said: CheckOutcome, lines: Line[], message: string | null = null) =>
    reports.push({
      outcome: said,
      steps: steps(lines),
      company: said === "connected" || said === "partly" || said === "notAdministrator" ? "Strømhaug Anlegg AS" : null,
      environment: draft.environment,
      checkedAt: new Date().toISOString(),
      seconds: 0.4,
      message,
    });
  const told = `Client ${draft.clientId}, ${draft.environment}, ${new Date().toISOString()}: ${outcome}`;
  const answers: Line = ["ok", host];
  const signed: Line = ["ok", null];

  say("checking", [["working", host]]);
  if (outcome === "checking") return reports;
  const place = /\b(test|production)\b/.exec(draft.identityUrl)?.[1];
  if (outcome === "addressMismatch" || (place !== undefined && place !== draft.environment))
    say("addressMismatch", [["failed", null, failure("usage", {}, { field: "environment" })]]);
  else if (outcome === "noAddress") say(outcome, [["failed", null, failure("unreachable", { host })]], told);
  else if (outcome === "certificate") say(outcome, [["failed", null, failure("certificate", { host })]], told);
  else if (outcome === "proxyPage")
    say(outcome, [["failed", null, failure("proxyPage", { host }, { status: 200 })]], told);
  else {
    say("checking", [answers, ["working"]]);
    if (outcome === "refused")
      say(
        outcome,
        [answers, ["failed", null, failure("invalidClient", {}, { status: 401, code: "invalid_client" })]],
        told,
      );
    else if (outcome === "wrongEnvironment")
      say(
        outcome,
        [answers, ["failed", null, failure("wrongEnvironment", {}, { status: 401, code: "invalid_token" })]],
        told,
      );
    else if (outcome === "failed")
      say(outcome, [answers, ["failed", null, failure("serviceFailed", {}, { status: 503 })]], told);
    else if (outcome === "cancelled") say(outcome, [answers]);
    else {
      say("checking", [answers, signed, ["working"]]);
      if (outcome === "notAdministrator")
        say(
          outcome,
          [
            answers,
            signed,
            ["needsYou", null, failure("notAdministrator", {}, { status: 403, code: "FORBIDDEN" })],
            ["ok"],
          ],
          told,
        );
      else {
        say("checking", [answers, signed, ["ok"], ["working"]]);
        if (outcome === "partly")
          say(
            outcome,
            [answers, signed, ["ok"], ["needsYou", null, failure("scopeNotGranted", { scope: "reportingapiv1" })]],
            told,
          );
        else say(outcome, [answers, signed, ["ok"], ["ok"]]);
      }
    }
  }
  return reports;
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
