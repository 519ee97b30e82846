/** What the journeys share: opening the window in a scenario, the drag of the desktop, looking with axe. */

import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
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

/** Opens the transfers panel as soon as the status bar is there. */
export async function openTransfers(page: Page): Promise<Locator> {
  await expect(page.getByRole("contentinfo").getByRole("button").first()).toBeVisible();
  await page.keyboard.press("Control+t");
  const panel = page.getByRole("complementary", { name: "Transfers" });
  await expect(panel).toBeVisible();
  return panel;
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

/** A drag of files as the desktop side reports it: pixels of the page, counted files. */
export const dragged = { files: 18, folders: 2, bytes: 226_000_000, counting: false };

/** The middle of a drop target, found by the text in it. */
export async function middleOf(page: Page, text: string): Promise<{ x: number; y: number }> {
  const box = await page.locator("[data-drop-target]").filter({ hasText: text }).last().boundingBox();
  if (box === null) throw new Error(`No drop target says ${text}`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height / 2, 20)) };
}

/**
 * Drags over a target until the page shows the sign that it is aimed at, and says where that was.
 *
 * Rows still move while a page fills; a hand follows them, and so does this.
 */
export async function dragOver(page: Page, text: string, sign: Locator): Promise<{ x: number; y: number }> {
  let at = { x: 0, y: 0 };
  await expect(async () => {
    at = await middleOf(page, text);
    await emit(page, "dragMoved", { ...dragged, ...at });
    await expect(sign).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  return at;
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
