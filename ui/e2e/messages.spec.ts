/** The window passes on what `fieldctl` does: the golden failures and messages of both are held against each other. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { Failure } from "../src/ipc";
import type { FakeControl } from "../src/ipc/fake";
import { open, test } from "./desk";
import { folder } from "./machines/machines";

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

/** The case, what of the server's words or findings stands in both, and what the window says of its own. */
const rows: [name: string, both: string[], own: string][] = [
  ["403, simple", ["It is closed until Monday."], "This client has no access here. Ask the administrator for access."],
  [
    "404, version 5",
    ["Not valid. Phone: needs a country code. Email: has no @."],
    "The server does not have this list.",
  ],
  ["429, text", ["Gone fishing."], "The server is busy. Try again later."],
  [
    "500, problem details",
    ["One or more errors occurred. name: Too long. weight: Below zero."],
    "The server could not process the request.",
  ],
  [`401, ${audience}`, ["serviceapiv3", "dministrator can grant it"], "lacks the permission serviceapiv3"],
  [`401, ${unknown}`, ["The signature key was not found"], "The server does not accept the access token."],
  ["200, half", ["at [0].active: expected more of it, found tr"], "The answer of the server cannot be read."],
];

for (const [name, both, own] of rows)
  test(`a list that fails with ${name} is told in the window as by fieldctl`, async ({ page }) => {
    const given = failures.find((each) => each.case === name)?.failure;
    if (given === undefined) throw new Error(`No golden failure is called ${name}.`);
    // Before the window asks for the first list.
    await page.addInitScript((failure) => {
      let fake: FakeControl | undefined;
      Object.defineProperty(window, "fielddeskFake", {
        get: () => fake,
        set: (made: FakeControl) => {
          fake = made;
          made.refuse("listProjects", failure);
        },
      });
    }, given);
    await open(page, "fake=empty");
    const alert = page.getByRole("alert").filter({ hasText: own });
    await expect(alert).toBeVisible();
    for (const words of both) {
      expect(messages.get(name), "fieldctl").toContain(words);
      await expect(alert).toContainText(words);
    }
    if (given.status !== null && given.status >= 400) await expect(alert).toContainText(String(given.status));
    await page.screenshot({ path: `${folder}/refused-list-${given.kind}.png`, animations: "disabled" });
  });
