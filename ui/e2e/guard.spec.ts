/** The bridge of the journeys serves its own page and no other. */

import { request } from "node:http";
import { expect } from "@playwright/test";
import { test } from "./fixtures";

/** The status of a call with these headers. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    })
      .on("error", fail)
      .end("{}");
  });
}

test("a page of another origin, or of a name of its own for this address, is refused", async ({ desktop: { app } }) => {
  const command = `${app.url}/bridge/invoke/app_state`;
  expect(await statusOf(command, {})).toBe(200);
  expect(await statusOf(command, { origin: app.url })).toBe(200);
  expect(await statusOf(command, { origin: "http://127.0.0.1:1" })).toBe(403);
  expect(await statusOf(command, { origin: "null" })).toBe(403);
  expect(await statusOf(command, { host: "attacker.example" })).toBe(403);
});

test("what is not of the built page is not served", async ({ desktop: { app } }) => {
  expect((await fetch(`${app.url}/`)).status).toBe(200);
  expect((await fetch(`${app.url}/..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`${app.url}/assets`)).status).toBe(404);
});
