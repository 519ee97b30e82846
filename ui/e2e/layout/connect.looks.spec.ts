/** What a check of a connection finds, each outcome of it, fits a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type { CheckReport, CheckStep, ConnectionInfo, InitialState, Pasted, SecretKept } from "../../src/ipc";
import { open, prepare, show, test } from "../fixtures";
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
  ...{ message: "To the administrator" },
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

test("a token that is refused, and where secrets are kept", async ({ page }) => {
  await prepare(page);
  for (const platform of ["linux", "macos", "windows"] as const) {
    await answers(
      page,
      "app_state",
      state(({ connections }) => ({
        ...{ platform, keyringAvailable: true },
        connections: connections.map((each): ConnectionInfo => ({ ...each, staticToken: true, clientId: null })),
      })),
    );
    await openStored(page);
    await expect(page.getByLabel("Access token, kept from before")).toBeVisible();
    await lookAtWords(page, `secrets on ${platform}`);
  }
  await tells(page, { check_connection: report("refused") });
  await page.locator("form button[type=submit]").click();
  await expect(page.getByText("The server does not accept this access token").first()).toBeVisible();
  await lookAtWords(page, "a token that is refused");
});

test("sample data that is being made ready", async ({ page }) => {
  await open(page, { connection: "none" });
  await neverAnswers(page, "start_sample_data");
  await page.getByRole("button", { name: "Try it with sample data" }).click();
  await expect(page.getByRole("button", { name: "Starting…" })).toBeVisible();
  await lookAtWords(page, "sample data that is being made ready");
});

test("what a pasted message has", async ({ page }) => {
  await open(page, { connection: "none", at: "/connect?form=true" });
  const found: Pasted = {
    ...{ environment: "test", name: "Fjordvik", identityUrl: "https://id.example.com" },
    ...{ baseUrl: "https://core.example.com", reportingUrl: null, clientId: "strh-kontor-90ab17", secret: "handle" },
  };
  const told: [sign: RegExp, all: Pasted[]][] = [
    [/^Nothing was recognised/, []],
    [/^The text has both environments/, [found, { ...found, environment: "production" }]],
    [/^Filled in: /, [found]],
  ];
  for (const [sign, all] of told) {
    await tells(page, { read_pasted: all });
    const field = page.getByRole("textbox", { name: /administrator/ });
    await field.fill("as it is");
    await field.press("Enter");
    await expect(page.getByText(sign).first()).toBeVisible();
    await lookAtWords(page, `pasted ${sign.source}`);
  }
});

test("a connection whose secret is missing, in both lists of connections", async ({ page }) => {
  await prepare(page);
  const missing: SecretKept = "missing";
  await answers(
    page,
    "app_state",
    state(({ connections }) => ({
      connections: [
        ...connections.map((each): ConnectionInfo => ({ ...each, secretKept: missing })),
        ...connections.map((each): ConnectionInfo => ({ ...each, name: "Sample", sampleData: true, active: false })),
      ],
    })),
  );
  await show(page, "/settings");
  await expect(page.getByText("Secret missing").first()).toBeVisible();
  await lookAtWords(page, "a secret that is missing");
  await page.getByRole("button", { name: /Switch$/ }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await lookAtWords(page, "connections to switch to", "[role=menu]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox", { name: "Find anything" });
  for (const [typed, sign] of [
    ["switch", "Switch to Sample"],
    ["nothing is so named", "No results for"],
  ] as const) {
    await find.fill(typed);
    await expect(page.getByRole("dialog").getByText(sign, { exact: false })).toBeVisible();
    // What was typed is of one language.
    await lookAtWords(page, `Find anything, ${typed}`, "[role=dialog]");
  }
});
