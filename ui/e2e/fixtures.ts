/**
 * Shared fixtures of the journeys: the page of a worker, the app and the service of each, the drag of the desktop, axe.
 */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Settings } from "../src/ipc";
import { App } from "./desktop/app";
import { project } from "./desktop/data";
import { installInternals } from "./desktop/internals";
import { lastingPort } from "./desktop/process";
import { type Client, type Environment, Service } from "./desktop/service";
import { copyTemplate } from "./desktop/template";
import { narrow } from "./layout/narrow";
import { lookInPassing, passing } from "./layout/passing";

/** The app behind a page, and the service behind the app. */
export interface Desktop {
  app: App;
  service: Service;
}

const desktops = new WeakMap<Page, Desktop>();

/** The app and the service of a journey's page. */
export function desktopOf(page: Page): Desktop {
  const desktop = desktops.get(page);
  if (desktop === undefined) throw new Error("This page has no app behind it.");
  return desktop;
}

/** Windows as offices have them. */
const windows = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** The window of a journey: always the same, by its title. */
function windowOf(title: string): { width: number; height: number } {
  let sum = 0;
  for (const sign of title) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return windows[sum % windows.length] ?? narrow;
}

/** What the journeys of a worker share: a page that has compiled the program, and the port from which it came. */
type Shared = { shared: { page: Page; port: number } };

export const test = base.extend<{ desktop: Desktop }, Shared>({
  shared: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        locale: "nb-NO",
        timezoneId: "Europe/Oslo",
        reducedMotion: "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await context.addInitScript(installInternals);
      const page = await context.newPage();
      if (process.env.FIELDDESK_LOOKS) lookInPassing(page);
      await use({ page, port: await lastingPort() });
      await context.close();
    },
    { scope: "worker" },
  ],
  desktop: async ({ shared }, use, testInfo) => {
    const { folder, clients } = copyTemplate();
    const service = await Service.start(join(folder, "service"), join(folder, "service.log"), clients);
    const app = new App(folder, service, shared.port);
    await app.start();
    await use({ app, service });
    if (testInfo.status !== testInfo.expectedStatus)
      for (const log of ["app.log", "service.log"]) await testInfo.attach(log, { path: join(folder, log) });
    await Promise.all([app.stop(), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing
  viewport: async ({}, use, testInfo) => use(process.env.FIELDDESK_LOOKS ? narrow : windowOf(testInfo.title)),
  page: async ({ shared: { page }, desktop, viewport }, use, testInfo) => {
    if (viewport !== null) await page.setViewportSize(viewport);
    desktops.set(page, desktop);
    const errors: string[] = [];
    page.on("pageerror", ({ stack, message }) => errors.push(stack ?? message));
    await use(page);
    if (process.env.FIELDDESK_LOOKS) await passing(page, true);
    if (testInfo.status !== testInfo.expectedStatus) {
      const [called, heard] = await page.evaluate(() => [window.fielddeskCalls, window.fielddeskHeard]);
      writeFileSync(testInfo.outputPath("calls.json"), JSON.stringify({ called, heard }, null, 1));
      await page.screenshot({ path: testInfo.outputPath("window.png") });
    }
    page.removeAllListeners();
    await page.mouse.move(0, 0);
    await page.unrouteAll();
    await page.goto("about:blank");
    expect(errors, "errors that nothing in the page caught").toEqual([]);
  },
});

/** How a journey begins. */
export type Begin = Partial<Settings> & {
  /** The connection in use; `none` is the first start. */
  connection?: Environment | "none";
  /** What the client of the connection may do. */
  client?: Client;
  /** The number of the project used last. */
  used?: string;
  /** The place in the window, after `#`. */
  at?: string;
};

/** Connects the app as the journey begins; settings are stored, too. */
export async function prepare(page: Page, begin: Begin = {}): Promise<void> {
  const { connection = "production", client = "admin", used = project.number, at: _, ...settings } = begin;
  const { app } = desktopOf(page);
  await app.settings(settings);
  if (connection === "none") return;
  await app.connect(connection, client);
  const { projects } = await app.call<{ projects: { id: string; number: string }[] }>("list_projects", { fresh: true });
  const known = projects.find(({ number }) => number === used);
  if (known !== undefined) await app.call("note_project_used", { projectId: known.id });
}

/** Opens the window. */
export async function open(page: Page, begin: Begin = {}): Promise<void> {
  await prepare(page, begin);
  // Without a connection the window begins where one is made.
  await show(page, begin.at ?? (begin.connection === "none" ? "/" : "/documents"));
}

/** Loads the page at a screen, of an app that is prepared already. */
export async function show(page: Page, at = "/documents"): Promise<void> {
  // Another address than before: a new place alone would not load the page again.
  await page.goto(`${desktopOf(page).app.url}/?${Date.now()}#${at}`);
}

/** Opens the documents screen and waits for the page of the project used last. */
export async function openDocuments(page: Page, begin: Begin = {}): Promise<void> {
  await open(page, begin);
  await expect(page.getByRole("heading", { name: project.name, level: 1 })).toBeVisible();
}

/** Opens the transfers panel as soon as the status bar is there. */
export async function openTransfers(page: Page): Promise<Locator> {
  await expect(page.getByRole("contentinfo").getByRole("button").first()).toBeVisible();
  await page.keyboard.press("Control+t");
  const panel = page.getByRole("complementary", { name: "Transfers" });
  await expect(panel).toBeVisible();
  return panel;
}

/** The arguments of each call of a command since the page was loaded, by the command's name in the bindings. */
export async function calls(page: Page, name: string): Promise<unknown[][]> {
  const command = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return page.evaluate(
    (wanted) => window.fielddeskCalls.filter((call) => call.command === wanted).map((call) => Object.values(call.args)),
    command,
  );
}

/** Waits until the part of the page that answers to an event is loaded; the event by its name in Tauri. */
export async function hears(page: Page, event: string): Promise<void> {
  await page.waitForFunction((name) => window.fielddeskListens.has(name), event);
}

/** The middle of a drop target, found by the text in it. */
export async function middleOf(page: Page, text: string): Promise<{ x: number; y: number }> {
  const box = await page.locator("[data-drop-target]").filter({ hasText: text }).last().boundingBox();
  if (box === null) throw new Error(`No drop target says ${text}`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height / 2, 20)) };
}

/** Holds files over a place of the page, as long as the sign of it does not show; the system reports it all the time. */
export async function hold(page: Page, paths: string[], at: { x: number; y: number }, sign: Locator): Promise<void> {
  const { app } = desktopOf(page);
  await hears(page, "drag-moved");
  await app.drag({ step: "enter", paths, ...at });
  await expect(async () => {
    await app.drag({ step: "over", ...at });
    await expect(sign).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

/**
 * Drags files over a target until the page shows the sign that it is aimed at, and says where that was.
 *
 * Rows still move while a page fills; a hand follows them, and so does this.
 */
export async function dragOver(
  page: Page,
  paths: string[],
  text: string,
  sign: Locator,
): Promise<{ x: number; y: number }> {
  const { app } = desktopOf(page);
  await hears(page, "drag-moved");
  await app.drag({ step: "enter", paths, x: 0, y: 0 });
  let at = { x: 0, y: 0 };
  await expect(async () => {
    at = await middleOf(page, text);
    await app.drag({ step: "over", ...at });
    await expect(sign).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  return at;
}

/** What axe looks at: a part of the page instead of all of it, some rules or all but some. */
export type Scope = { within?: string; only?: string[]; without?: readonly string[] };

/** Nothing that axe calls serious or critical, colours included. */
export async function expectAccessible(page: Page, { within, only, without = [] }: Scope = {}): Promise<void> {
  // There are no frames: without them axe needs no second page to put its findings together.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"], ...(only && { runOnly: only }) })
    .disableRules([...without]);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const said = bad.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect(said, "serious findings of axe").toEqual([]);
}
