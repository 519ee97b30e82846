/** The error of a refused command. */

import type { Failure } from "./bindings";

/** A refused command. Screens show it through `useFailureWords`, never its `message`. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "FailureError";
    this.failure = failure;
  }
}

/** Returns the failure of a thrown value: a defect of ours becomes `internal`. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: "internal", message, fix: "", status: null, code: null, field: null, params: {} };
}
