/** The window passes on what `fieldctl` does: the golden failures and messages of both are held against each other. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { Failure } from "../src/ipc";
import { paths } from "./desktop/service";
import { show, test } from "./fixtures";

const golden = (name: string) => readFileSync(`../src-tauri/cli/tests/it/golden/${name}`, "utf8");
const failures: { case: string; failure: Failure }[] = JSON.parse(golden("failures.json"));
const messages = new Map(
  golden("messages.txt")
    .split(/^== /m)
    .filter((part) => part !== "")
    .map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]),
);

const audience = `Bearer error="invalid_token", error_description="The audience 'reportingapiv1' is invalid"`;
const unknown = `Bearer error="invalid_token", error_description="The signature key was not found"`;

/** An answer of the service, as `fieldctl` got it for its golden messages. */
type Answer = { status: number; headers?: Record<string, string>; body?: unknown };
// A wait of an hour is told at once; without it the retries would take 15 seconds.
const headers = { "Retry-After": "3600" };

/** The case, what of the server's words or findings stands in both, what the window says of its own, the answer. */
const rows: [name: string, both: string[], own: string, answer: Answer][] = [
  [
    "403, simple",
    ["It is closed until Monday."],
    "This client has no access here. Ask the administrator for access.",
    { status: 403, headers, body: { error: "Closed", message: "It is closed until Monday." } },
  ],
  [
    "404, version 5",
    ["Not valid. Phone: needs a country code. Email: has no @."],
    "The server does not have this list.",
    {
      status: 404,
      headers,
      body: {
        message: "Not valid.",
        errors: [
          { category: "c", code: "V", field: "Phone", message: "needs a country code" },
          { category: "c", code: "V", field: "Email", message: "has no @" },
        ],
      },
    },
  ],
  [
    "429, text",
    ["Gone fishing."],
    "The server is busy. Try again later.",
    { status: 429, headers, body: "Gone fishing.\u001b[2J" },
  ],
  [
    "500, problem details",
    ["One or more errors occurred. name: Too long. weight: Below zero."],
    "The server could not process the request.",
    {
      status: 500,
      headers,
      body: {
        type: "about:blank",
        title: "One or more errors occurred.",
        errors: { name: ["Too long."], weight: ["Below zero."] },
      },
    },
  ],
  [
    `401, ${audience}`,
    ["serviceapiv3", "dministrator can grant it"],
    "lacks the permission serviceapiv3",
    { status: 401, headers: { "WWW-Authenticate": audience } },
  ],
  [
    `401, ${unknown}`,
    ["The signature key was not found"],
    "The server does not accept the access token.",
    { status: 401, headers: { "WWW-Authenticate": unknown } },
  ],
  [
    "200, half",
    ["at [0].active: expected more of it, found tr"],
    "The answer of the server cannot be read.",
    { status: 200, body: '[{"id": "p1", "projectNumber": "P-1", "active": tr' },
  ],
];

test("a list that fails is told in the window as by fieldctl", async ({ page, desktop: { app, service } }) => {
  await app.settings({});
  for (const [name, both, own, action] of rows) {
    const given = failures.find((each) => each.case === name)?.failure;
    if (given === undefined) throw new Error(`No golden failure is called ${name}.`);
    await service.noFaults();
    // Before the app asks for the first list: none is remembered.
    await service.fault({ method: "GET", path: `/core${paths.projects}`, action });
    await app.connect("production");
    await show(page);
    const alert = page.getByRole("alert").filter({ hasText: own });
    await expect(alert).toBeVisible();
    for (const words of both) {
      expect(messages.get(name), "fieldctl").toContain(words);
      await expect(alert).toContainText(words);
    }
    if (given.status !== null && given.status >= 400) await expect(alert).toContainText(String(given.status));
  }
});
