/** A walk: steps on one world, each followed by a look for what must never be. */

import type { Browser } from "@playwright/test";
import en from "../src/shared/i18n/en/shell.json" with { type: "json" };
import nb from "../src/shared/i18n/nb/shell.json" with { type: "json" };
import sv from "../src/shared/i18n/sv/shell.json" with { type: "json" };
import { choose, Memory } from "./choice";
import { type Finding, plain } from "./known";
import { type Random, randomOf } from "./random";
import { reportsOf, Toasts } from "./reports";
import type { Step } from "./step";
import { type Noticed, notice } from "./watch";
import { type View, World } from "./world";

const crashes = [en, nb, sv].map(({ crash }) => crash.title);

/** The longest that a command may take. */
const lateMs = 30_000;
/** The most that the page may compute for one step, in seconds of its processor and not of a clock. */
const busySeconds = 5;
/** The time in which a page has to answer, in milliseconds. */
const answerMs = 30_000;

/** `findings`: what the last step broke; a walk goes on only after those that `isKnown`, and after `reports`. */
export type Walked = { steps: Step[]; findings: Finding[]; known: Finding[]; reports: string[] };

/** A look at cut text and counts comes after so many steps. */
const reportEvery = 12;

export class Walk {
  readonly walked: Walked = { steps: [], findings: [], known: [], reports: [] };
  readonly toasts: string[] = [];
  private hadFocus = false;
  private readonly world: World;
  private readonly isKnown: (finding: Finding) => boolean;
  view: View = { screen: "", parts: [], width: 0 };

  constructor(world: World, isKnown: (finding: Finding) => boolean) {
    this.world = world;
    this.isKnown = isKnown;
  }

  get hasEnded(): boolean {
    return this.walked.findings.length > 0;
  }

  /** Does a step and looks; a step whose target is gone is left out. */
  async take(step: Step): Promise<boolean> {
    const { world, walked } = this;
    const screen = this.view.screen;
    try {
      const before = await world.computed();
      if (!(await world.apply(step, this.view))) return false;
      walked.steps.push(step);
      const noticed = await within(
        answerMs,
        world.page.evaluate(notice, { crashes, lateMs, soon: step.soon === true }),
      );
      this.toasts.push(...noticed.toasts);
      this.judge(screen, step, noticed, (await world.computed()) - before);
      this.hadFocus = noticed.hasFocus;
      this.view = await within(answerMs, world.look());
    } catch (error) {
      if (walked.steps.at(-1) !== step) walked.steps.push(step);
      const text = error instanceof Error ? error.message : String(error);
      const isStuck = /does not answer/.test(text);
      walked.findings.push({
        invariant: isStuck ? "loop" : "uncaught",
        place: `${screen} ${plain(text)}`,
        detail: text,
      });
    }
    return true;
  }

  /** Looks once more after the last step: what it began may end badly a moment later. */
  async linger(): Promise<void> {
    const { page } = this.world;
    const isBroken = (titles: string[]) =>
      document.querySelector("[data-crash]") !== null ||
      titles.some((title) => document.body.textContent.includes(title));
    await page.waitForFunction(isBroken, crashes, { timeout: 2_000 }).catch(() => {});
    const noticed = await within(answerMs, page.evaluate(notice, { crashes, lateMs, soon: false }));
    this.judge(this.view.screen, null, noticed, 0);
  }

  private judge(before: string, step: Step | null, noticed: Noticed, seconds: number): void {
    const found: Finding[] = [];
    // What broke is what is shown now; errors and the keyboard are of where the step was done.
    const now = this.world.screen;
    const { crash, blank, lostFocus, restless, late } = noticed;
    for (const { kind, text } of this.world.reported.splice(0))
      found.push({ invariant: kind, place: `${before} ${plain(text)}`, detail: text });
    if (crash !== null) found.unshift({ invariant: "crash", place: now, detail: crash });
    if (blank) found.push({ invariant: "blank", place: now, detail: "Nothing is on the page." });
    const isHeard = ["press", "menu", "type", "write", "paste", "key"].includes(step?.do ?? "");
    if (isHeard && this.hadFocus && lostFocus !== null)
      found.push({ invariant: "focus", place: `${before} ${plain(lostFocus)}`, detail: `${lostFocus} is gone` });
    if (seconds > busySeconds) found.push({ invariant: "loop", place: now, detail: `Busy for ${seconds} s` });
    if (restless) found.push({ invariant: "loop", place: now, detail: "It changes before every picture" });
    for (const command of late)
      found.push({ invariant: "command", place: command, detail: `${command} did not return` });
    for (const each of found) this.walked[this.isKnown(each) ? "known" : "findings"].push(each);
  }

  /** Goes to a width at which a toolbar of the screen just fits, and so finds it by halves. */
  async fit(random: Random): Promise<void> {
    const height = this.world.page.viewportSize()?.height ?? 900;
    const shape = async (width: number) => {
      await this.take({ do: "resize", width, height });
      return this.hasEnded ? "" : this.world.toolbars();
    };
    let [low, high] = [1024 + random.below(500), 0];
    high = low + 300;
    const [below, above] = [await shape(low), await shape(high)];
    if (below === above) return;
    while (high - low > 1 && !this.hasEnded) {
      const middle = (low + high) >> 1;
      if ((await shape(middle)) === below) low = middle;
      else high = middle;
    }
    if (!this.hasEnded)
      await this.take({ do: "resize", width: high + random.below(random.chance(0.5) ? 5 : 25) - 2, height });
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("The page does not answer.")), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The screens by their keys; those that have most are there twice. */
const screens =
  "Alt+Home Control+1 Control+1 Control+2 Control+3 Control+3 Control+4 Control+4 Control+5 Control+h Control+,";

/** The window and the screen that a walk begins with. */
export function firstSteps(seed: number): Step[] {
  const random = randomOf(seed, 1_000_000);
  const width = random.chance(0.5) ? 1440 : 1024 + random.below(897);
  return [
    { do: "resize", width, height: 900 },
    { do: "key", key: random.pick(screens.split(" ")) ?? "Control+3" },
  ];
}

/** Walks so many steps as the seed says, or to the first failure. */
export async function walk(
  browser: Browser,
  seed: number,
  count: number,
  isKnown: (finding: Finding) => boolean,
): Promise<Walked> {
  return inWorld(browser, isKnown, async (walk, world) => {
    const { walked } = walk;
    for (const step of firstSteps(seed)) await walk.take(step);
    const memory = new Memory();
    const toasts = new Toasts(world);
    await toasts.count();
    for (let at = 0; walked.steps.length < count && at < count * 2 && !walk.hasEnded; at += 1) {
      const { view } = walk;
      const random = randomOf(seed, at);
      const choice = choose(view, memory, random);
      if (choice.do === "fit") await walk.fit(random);
      else if (await walk.take(choice)) memory.note(view, choice);
      if (walk.hasEnded || world.answers !== "well") continue;
      if (choice.do === "colleague") await toasts.count();
      const told = walk.toasts.splice(0);
      if (memory.connection === "production") walked.reports.push(...toasts.contradicted(told));
      if (at % reportEvery === 0) walked.reports.push(...(await reportsOf(world)));
    }
  });
}

/** Plays steps of a walk on a fresh app. */
export function replay(
  browser: Browser,
  steps: readonly Step[],
  isKnown: (finding: Finding) => boolean,
): Promise<Walked> {
  return inWorld(browser, isKnown, async (walk) => {
    for (const step of steps) {
      if (walk.hasEnded) break;
      await walk.take(step);
    }
    if (!walk.hasEnded) await walk.linger();
  });
}

async function inWorld(
  browser: Browser,
  isKnown: (finding: Finding) => boolean,
  act: (walk: Walk, world: World) => Promise<void>,
): Promise<Walked> {
  const world = await World.begin(browser);
  try {
    const walk = new Walk(world, isKnown);
    // The first screen is there, and nothing is wrong with it yet.
    await world.page.locator("main").waitFor();
    walk.view = await world.look();
    await act(walk, world);
    return walk.walked;
  } finally {
    await world.end();
  }
}
