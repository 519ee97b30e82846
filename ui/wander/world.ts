/** The program of a walk: the real app and its service, in a page, and the effect of each step on them. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { App, connectionNames } from "../e2e/desktop/app";
import { projectId } from "../e2e/desktop/data";
import { installInternals } from "../e2e/desktop/internals";
import { lastingPort } from "../e2e/desktop/process";
import { type Environment, Service } from "../e2e/desktop/service";
import { copyTemplate } from "../e2e/desktop/template";
import { showWith } from "../e2e/layout/settings";
import { colleague, parcel } from "./beside";
import type { networks, Step, Target } from "./step";
import { type AxNode, type Part, partsOf } from "./tree";
import { installWatch, toolbars } from "./watch";

/** The page as a walk sees it. */
export type View = { screen: string; parts: Part[]; width: number };

/** An error that the page reported. */
export type Reported = { kind: "console" | "uncaught"; text: string };

/** The longest that one step may take; a page that does not answer by then never does. */
const stepMs = 30_000;

export class World {
  readonly reported: Reported[] = [];
  page: Page;
  app: App;
  service: Service;
  /** The behaviour of the service. */
  answers: "well" | (typeof networks)[number] = "well";
  readonly folder: string;
  private readonly context: BrowserContext;
  private readonly tools: CDPSession;

  private constructor(at: Pick<World, "page" | "app" | "service"> & { folder: string; tools: CDPSession }) {
    this.page = at.page;
    this.app = at.app;
    this.service = at.service;
    this.folder = at.folder;
    this.tools = at.tools;
    this.context = at.page.context();
  }

  /** Two connections, of which the one to production is in use. */
  static async begin(browser: Browser): Promise<World> {
    const { folder, clients } = copyTemplate();
    const service = await Service.start(join(folder, "service"), join(folder, "service.log"), clients);
    const app = new App(folder, service, await lastingPort());
    await app.start();
    await app.settings({});
    await app.connect("test");
    await app.connect("production");
    // The project with documents is the one that was used last.
    await app.call("list_projects", { fresh: true });
    await app.call("note_project_used", { projectId: await projectId(service, "production") });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "nb-NO",
      timezoneId: "Europe/Oslo",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    // An empty page has no app to talk to.
    for (const install of [installInternals, installWatch])
      await page.addInitScript(`if (location.protocol === "http:") (${install})()`);
    const tools = await context.newCDPSession(page);
    // Seconds of the processor: those of a clock would count what else the computer does.
    await tools.send("Performance.enable", { timeDomain: "threadTicks" });
    const world = new World({ page, app, service, folder, tools });
    page.on("pageerror", ({ stack, message }) => world.reported.push({ kind: "uncaught", text: stack ?? message }));
    page.on("console", (message) => {
      // A command that is refused is an answer, which a browser calls an error.
      const isRefusal = /status of 422/.test(message.text()) && message.location().url.includes("/bridge/invoke/");
      if (message.type() === "error" && !isRefusal)
        world.reported.push({ kind: "console", text: `${message.text()} ${message.location().url}` });
    });
    await page.goto(`${app.url}/#/machines`);
    return world;
  }

  async end(): Promise<void> {
    await this.context.close();
    await Promise.all([this.app.stop(), this.service.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The screen by its address, without the numbers of what it shows. */
  get screen(): string {
    return (this.page.url().split("#")[1] ?? "").replace(/\?.*/, "").replaceAll(/\/[^/]*\d[^/]*/g, "/#");
  }

  async look(): Promise<View> {
    const { nodes } = await this.tools.send("Accessibility.getFullAXTree");
    return { screen: this.screen, parts: partsOf(nodes as AxNode[]), width: this.page.viewportSize()?.width ?? 0 };
  }

  /** The seconds that the page has computed since it was opened. */
  async computed(): Promise<number> {
    const { metrics } = await this.tools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  }

  /** Returns the layout of the toolbars at the present width. */
  toolbars(): Promise<string> {
    return this.page.evaluate(toolbars);
  }

  /** Answers whether the step could be done: a target may be gone. */
  async apply(step: Step, { parts }: View): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error("The page does not answer.")), stepMs);
    });
    try {
      return await Promise.race([this.act(step, parts), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async act(step: Step, parts: readonly Part[]): Promise<boolean> {
    const { page, app } = this;
    switch (step.do) {
      case "press":
      case "menu": {
        const at = await this.placeOf(step.on, parts);
        const how = step.do === "menu" ? { button: "right" as const } : { clickCount: step.twice ? 2 : 1 };
        if (at !== null) await page.mouse.click(at.x, at.y, how);
        return at !== null;
      }
      case "type": {
        const at = await this.placeOf(step.on, parts);
        if (at === null) return false;
        await page.mouse.click(at.x, at.y);
        await page.keyboard.press("Control+a");
        if (step.text === "") await page.keyboard.press("Delete");
        else await page.keyboard.insertText(step.text);
        return true;
      }
      case "write":
        await page.keyboard.type(step.text);
        return true;
      case "paste":
        await page.evaluate((text) => navigator.clipboard.writeText(text), step.text);
        await page.keyboard.press("Control+v");
        return true;
      case "key":
        await page.keyboard.press(step.key);
        return true;
      case "drop": {
        const at = step.on === null ? this.middle() : await this.placeOf(step.on, parts);
        if (at === null) return false;
        const paths = parcel(app, step.parcel);
        await app.drag({ step: "enter", paths, ...at });
        await app.drag({ step: "over", ...at });
        await app.drag({ step: "drop", paths, ...at });
        return true;
      }
      case "choose":
        await app.choose(...parcel(app, step.parcel));
        return true;
      case "resize":
        await page.setViewportSize({ width: step.width, height: step.height });
        return true;
      case "show":
        await app.settings(step.settings);
        await showWith(page, step.settings);
        return true;
      case "connect":
        return this.connect(step.to, parts);
      case "network":
        return this.network(step.is);
      case "colleague":
        if (this.answers === "well") await colleague(this.service, step.act, step.which);
        return this.answers === "well";
      case "reload":
        await page.reload();
        await page.locator("main").waitFor();
        return true;
      case "reopen": {
        const place = page.url().split("#")[1] ?? "/";
        await page.goto("about:blank");
        await app.stop();
        await app.start();
        await page.goto(`${app.url}/#${place}`);
        await page.locator("main").waitFor();
        return true;
      }
    }
  }

  /** The middle of a target, scrolled into the window; nothing if it is not there. */
  private async placeOf(target: Target, parts: readonly Part[]): Promise<{ x: number; y: number } | null> {
    const found = parts.find(({ role, name, at }) => role === target.role && name === target.name && at === target.at);
    if (found === undefined) return null;
    const node = { backendNodeId: found.node };
    try {
      await this.tools.send("DOM.scrollIntoViewIfNeeded", node);
      const { quads } = await this.tools.send("DOM.getContentQuads", node);
      const [x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = quads[0] ?? [];
      const window = this.page.viewportSize() ?? { width: 0, height: 0 };
      const at = { x: Math.round((x1 + x2) / 2), y: Math.round((y1 + y2) / 2) };
      return at.x > 0 && at.y > 0 && at.x < window.width && at.y < window.height ? at : null;
    } catch {
      // It left the page since it was seen.
      return null;
    }
  }

  private middle() {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    return { x: Math.round(width * 0.6), y: Math.round(height * 0.6) };
  }

  private async connect(to: Environment, parts: readonly Part[]): Promise<boolean> {
    const tag = parts.find(({ within, opens }) => within === "navigation" && opens);
    const at = tag === undefined ? null : await this.placeOf(tag, parts);
    if (at === null) return false;
    await this.page.mouse.click(at.x, at.y);
    const name = connectionNames[to];
    const items = (await this.look()).parts.filter(({ role }) => role === "menuitem");
    const item = items.find((each) => each.name.startsWith(name) && each.name.includes("prøve") === (to === "test"));
    const place = item === undefined ? null : await this.placeOf(item, items);
    if (place !== null) await this.page.mouse.click(place.x, place.y);
    return place !== null;
  }

  private async network(is: (typeof networks)[number] | "back"): Promise<boolean> {
    if ((this.answers === "well") === (is === "back")) return false;
    if (is === "away") await this.service.stop();
    if (is === "slow") await this.faults({ delayMs: 2_000 });
    if (is === "failing") await this.faults({ status: 500, body: { error: "Internal", message: "Try later." } });
    if (is === "back") await (this.answers === "away" ? this.service.again() : this.service.noFaults());
    this.answers = is === "back" ? "well" : is;
    return true;
  }

  private async faults(action: { delayMs: number } | { status: number; body: object }): Promise<void> {
    for (const environment of ["production", "test"] as const)
      await this.service.fault({ path: "/core", action }, environment);
  }
}
