/** Findings of a connection check, each outcome, fit a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type { CheckReport, CheckStep, InitialState } from "../../src/ipc";
import { prepare, show, test } from "../fixtures";
import { answers, neverAnswers, recordedFailure, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const at = "2026-11-20T11:00:00Z";
const names = ["address", "signIn", "core", "reporting"] as const;
const steps = (last: Partial<CheckStep> = {}): CheckStep[] =>
  names.map((step) => ({ step, state: "ok", detail: null, failure: null, ...(step === "reporting" ? last : {}) }));
const silent = (params: Record<string, string>): CheckStep[] =>
  steps({ state: "failed", failure: { ...recordedFailure(), kind: "unreachable", params } });
const noTls = steps({
  state: "failed",
  failure: {
    ...recordedFailure(),
    kind: "usage",
    field: "identityUrl",
    params: { host: "127.0.0.1:4640", noTls: "true" },
  },
});
const report = (outcome: CheckReport["outcome"], change: Partial<CheckReport> = {}): CheckReport => ({
  ...{ outcome, steps: steps(), company: "Fjordvik Anlegg AS", environment: "production", checkedAt: at, seconds: 2 },
  ...{ message: "To the administrator", readOnly: false },
  ...change,
});

/** The headline of each outcome, and what the check reports. */
const reports: [sign: RegExp, report: CheckReport][] = [
  [/^Connected to Fjordvik Anlegg AS, Production/, report("connected")],
  [/^Connected, Production/, report("connected", { company: null })],
  [/^Connected, without haul trips/, report("partly")],
  [/documents are not allowed/, report("notAdministrator")],
  [/did not accept this client ID and secret/, report("refused")],
  [/belongs to the other environment/, report("wrongEnvironment")],
  [/^These addresses belong to/, report("addressMismatch", { steps: silent({}) })],
  [/^Nothing answers at core/, report("noAddress", { steps: silent({ host: "core.example.com" }) })],
  [/^Nothing answers at this address/, report("noAddress")],
  [/its certificate is not trusted/, report("certificate")],
  [/^A proxy refused the connection/, report("proxyRefused")],
  [/^A login page of the network/, report("proxyPage")],
  [/^The check failed/, report("failed")],
  [/answers, but not with https/, report("failed", { steps: noTls })],
  [/^Cancelled\./, report("cancelled")],
];

/** From now on the app's state is changed so. */
const state = (change: (state: InitialState) => Partial<InitialState>) => (given: InitialState) => ({
  ...given,
  ...change(given),
});
/** Opens the form of the stored connection. */
async function openStored(page: Page): Promise<void> {
  await show(page, "/settings");
  await page.getByRole("button", { name: "Check or change…" }).first().click();
  await expect(page.getByRole("heading", { name: /^Connection Fjordvik/ })).toBeVisible();
}

test("each outcome of a check", async ({ page }) => {
  await prepare(page);
  await answers(
    page,
    "app_state",
    state(() => ({ keyringAvailable: true })),
  );
  await openStored(page);
  for (const [sign, json] of reports) {
    await tells(page, { check_connection: json });
    await page.locator("form button[type=submit]").click();
    const result = page.getByRole("region", { name: "Result" });
    await expect(result.getByText(sign).first()).toBeVisible();
    await lookAtWords(page, `outcome ${sign.source}`);
  }
  await neverAnswers(page, "check_connection");
  await page.locator("form button[type=submit]").click();
  await expect(page.getByText("Checking…").first()).toBeVisible();
  await lookAtWords(page, "a check that goes on");
});
