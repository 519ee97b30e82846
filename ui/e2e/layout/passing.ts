/**
 * Looks at each state that a journey passes, before its next step: `FIELDDESK_LOOKS=1`, in a narrow window.
 *
 * The journey goes on as if nothing had been: only the language changes, and it is put back.
 */

import type { Locator, Page } from "@playwright/test";
import type { Language } from "../../src/ipc";
import { speak } from "./settings";
import { languages, lookIn } from "./words";

const last = new WeakMap<Page, string>();
let watches = false;

const steps = ["click", "dblclick", "fill", "press", "check", "uncheck", "hover", "pressSequentially", "selectOption"];

type Acts = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** From now on each step on this page is preceded by a look. */
export function lookInPassing(page: Page): void {
  if (!watches)
    precede(Object.getPrototypeOf(page.locator("body")) as Acts, steps, (locator: Locator) => locator.page());
  watches = true;
  precede(page.keyboard as unknown as Acts, ["press", "type", "insertText"], () => page);
  precede(page as unknown as Acts, ["goto", "reload"], () => page);
}

function precede<T>(acts: Acts, names: string[], pageOf: (acts: T) => Page): void {
  for (const name of names) {
    const act = acts[name];
    if (act === undefined) throw new Error(`There is no step ${name}.`);
    acts[name] = async function (this: T, ...args: unknown[]) {
      await passing(pageOf(this));
      return act.apply(this, args);
    };
  }
}

/**
 * Looks, if anything is to be seen that was not there at the look before.
 *
 * A grid begins anew in another language: it is looked at once no step follows. So does the guide, which is looked at
 * unless the keyboard goes through its contents.
 */
export async function passing(page: Page, isLast = false): Promise<void> {
  // Some journeys make the window smaller than offices have.
  if (page.isClosed() || page.url() === "about:blank" || (page.viewportSize()?.width ?? 0) < 1_366) return;
  const { lang, text } = await page.evaluate((looksAtGrids) => {
    const beginsAnew =
      (!looksAtGrids && document.querySelector(".ag-root") !== null) ||
      document.querySelector("#guide-contents a:focus") !== null;
    const isWell = document.querySelector("main") !== null && !beginsAnew;
    return { lang: document.documentElement.lang as Language, text: isWell ? document.body.textContent : "" };
  }, isLast);
  if (text === "" || last.get(page) === text) return;
  last.set(page, text);
  for (const language of languages) {
    await speak(page, language);
    await lookIn(page, language, { name: `passing, ${page.url().replace(/.*#/, "")}`, part: "body", isPassed: true });
  }
  await speak(page, lang);
}
