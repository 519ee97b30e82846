/** Answers given to the window in place of the app's: for states that seldom come about. */

import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import type { Failure } from "../../src/ipc";
import { messagesOf } from "./catalogue";

/** The names that stand below a key, without their forms of number. */
export function below(path: string): string[] {
  const keys = [...messagesOf("en").keys()].filter((key) => key.startsWith(path));
  return [...new Set(keys.map((key) => key.slice(path.length).replace(/_(one|other)$/, "")))];
}

/** An answer of a command that was recorded. */
export const recorded = <T>(name: string): T => JSON.parse(readFileSync(`src/ipc/recorded/${name}.json`, "utf8")) as T;

/** The failure of a transfer that was recorded. */
export function recordedFailure(): Failure {
  const { items } = recorded<{ items: { failure: Failure | null }[] }>("sending");
  const failure = items[0]?.failure;
  if (failure == null) throw new Error("No failure is recorded.");
  return failure;
}

async function instead(page: Page, command: string, act: (route: Route) => Promise<void>): Promise<void> {
  const address = `**/bridge/invoke/${command}`;
  await page.unroute(address);
  await page.route(address, act);
}

/** From now on a command has this answer; what the app answers may be changed for it. */
export async function answers<T>(page: Page, command: string, answer: (given: T) => T): Promise<void> {
  await instead(page, command, async (route) => {
    const given = await route.fetch();
    const text = await given.text();
    await route.fulfill({ status: 200, json: answer((text === "" ? null : JSON.parse(text)) as T) });
  });
}

/** From now on commands have these answers, whatever is asked; the app is not asked. */
export async function tells(page: Page, said: Record<string, unknown>): Promise<void> {
  for (const [command, json] of Object.entries(said)) await instead(page, command, (route) => route.fulfill({ json }));
}

/** From now on a command fails. */
export async function refuses(page: Page, command: string, failure: Failure): Promise<void> {
  await instead(page, command, (route) => route.fulfill({ status: 422, json: failure }));
}

/** From now on a command has no end. */
export async function neverAnswers(page: Page, command: string): Promise<void> {
  await instead(page, command, () => new Promise(() => {}));
}
