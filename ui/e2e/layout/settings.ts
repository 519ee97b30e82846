/** Changes settings of the window while all that is open in it stays open. */

import type { Page } from "@playwright/test";
import type { Language, Settings } from "../../src/ipc";

type Shown = Pick<Settings, "language" | "theme" | "textSizePercent">;

/** How a journey begins, if it does not say otherwise. */
export const usual = { language: "en", theme: "light", textSizePercent: 100 } as const satisfies Shown;

/**
 * Shows the window with these settings and waits until it does.
 *
 * Settings is a screen: a change by hand would close the panel, menu or dialog that is looked at. So the value that
 * Settings would change is changed in its place.
 */
export async function showWith(page: Page, settings: Partial<Shown>): Promise<void> {
  const shown = { ...usual, ...settings };
  await change(page, shown);
  await page.waitForFunction(({ language, theme, textSizePercent }) => {
    const { lang, style, dataset } = document.documentElement;
    return lang === language && dataset.mantineColorScheme === theme && style.fontSize === `${textSizePercent}%`;
  }, shown);
  await drawn(page);
}

/** Shows the window in a language, all else as it is. */
export async function speak(page: Page, language: Language): Promise<void> {
  await change(page, { language });
  await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
  await drawn(page);
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function change(page: Page, settings: Partial<Shown>): Promise<void> {
  await page.evaluate((change) => {
    type Client = { setQueryData: (key: string[], update: (state: { settings: object }) => object) => void };
    type Part = { child: Part | null; memoizedProps: { client?: Client } | null; stateNode: { current?: Part } | null };
    const root = document.getElementById("root") as unknown as Record<string, Part>;
    const container = root[Object.keys(root).find((key) => key.startsWith("__reactContainer$")) ?? ""];
    let part: Part | null | undefined = container?.stateNode?.current ?? container;
    while (part && part.memoizedProps?.client === undefined) part = part.child;
    const client = part?.memoizedProps?.client;
    if (client === undefined) throw new Error("The page has no state that could be changed.");
    client.setQueryData(["appState"], (state) => ({ ...state, settings: { ...state.settings, ...change } }));
  }, settings);
}
