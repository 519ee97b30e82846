/** What the journeys over the fake share: opening the window in a scenario, looking with axe. */

import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { EventName, Payloads } from "../src/ipc";
// The fake says what `window.fielddeskFake` is.
import type {} from "../src/ipc/fake";
import { startAtNoon } from "../src/shared/testing/noon";

/** A journey begins at noon, so that what the scenarios tell of an hour ago is today. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(startAtNoon);
    await use(page);
  },
});

/** Opens the window; the query is what `src/ipc/fake/scenarios.ts` reads. */
export async function open(page: Page, query = ""): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/?${query}`);
}

/** Opens the documents screen and waits for the page of the project used last. */
export async function openDocuments(page: Page, query = ""): Promise<void> {
  await open(page, query);
  await expect(page.getByRole("heading", { name: "VA Sandnes sør, etappe 2", level: 1 })).toBeVisible();
}

/** Lets an event of the desktop side happen, once the part of the page that answers to it is loaded. */
export async function emit<K extends EventName>(page: Page, name: K, payload: Payloads[K]): Promise<void> {
  await page.waitForFunction((event) => window.fielddeskFake?.hears(event), name);
  await page.evaluate(([event, data]) => window.fielddeskFake?.emit(event as K, data as Payloads[K]), [name, payload]);
}

/** The commands that were called, by name. */
export async function calls(page: Page, name: string): Promise<unknown[][]> {
  return page.evaluate(
    (wanted) => (window.fielddeskFake?.calls ?? []).filter((call) => call.name === wanted).map((call) => call.args),
    name,
  );
}

/** Nothing that axe calls serious or critical, colours included. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const said = bad.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect(said, "serious findings of axe").toEqual([]);
}
