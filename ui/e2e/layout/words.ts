/** Looks at the words that are on the screen, in every language. */

import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { Language } from "../../src/ipc";
import { fixedTexts, messagesOf } from "./catalogue";
import { type Finding, findCut } from "./cut";
import { showWith, speak, usual } from "./settings";

/** Those of the catalogue: a folder each. */
export const languages = readdirSync("src/shared/i18n", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name as Language);

const fixed: Partial<Record<Language, string[]>> = {};

/** Nothing on the screen or in a part of it is cut in any language. */
export async function lookAtWords(page: Page, name: string, part = "body"): Promise<void> {
  for (const language of languages) {
    await showWith(page, { language });
    await lookIn(page, language, { name, part });
  }
  await showWith(page, usual);
}

/** The same of what is told in the language of the moment and stays so: it is brought about in each language. */
export async function lookAtTold(
  page: Page,
  name: string,
  bringAbout: (language: Language) => Promise<void>,
  part = "body",
): Promise<void> {
  for (const language of languages) {
    await speak(page, language);
    await bringAbout(language);
    await lookIn(page, language, { name, part });
  }
  await showWith(page, usual);
}

/**
 * The same of the hint under the pointer on a filter, whose place is another one in each language.
 *
 * A narrow window may have the filter in the menu at the end of the others, where it has no hint.
 */
export async function lookAtHint(page: Page, filter: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...before, width: 1_920 });
  await lookAtTold(page, `hint of ${filter}`, async (language) => {
    const name = messagesOf(language).get(filter)?.replace("{{count}}", "30") ?? "";
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.getByRole("toolbar").getByRole("button", { name }).hover();
    await expect(page.getByRole("tooltip")).toBeVisible();
  });
  await page.mouse.move(0, 0);
  await page.setViewportSize(before);
}

type Look = {
  name: string;
  part: string;
  /** A journey passes it. */
  isPassed?: boolean;
};

/** Fails on what is cut in the language that the page shows. */
export async function lookIn(page: Page, language: Language, { name, part, isPassed = false }: Look): Promise<void> {
  const told = (await settled(page, language, part, isPassed))
    // A journey may have scrolled away what a look on purpose has in sight.
    .filter(({ what }) => !isPassed || what !== "outside of the window")
    .map(({ what, text, where }) => `${what}: “${text}”, ${where}`);
  expect.soft(told, `${name}, ${language}`).toEqual([]);
}

/** What is found once two looks agree: a list may be read again in another language. */
async function settled(page: Page, language: Language, part: string, isPassed: boolean): Promise<Finding[]> {
  fixed[language] ??= fixedTexts(language);
  const what = { fixed: fixed[language], part };
  let found = await page.evaluate(findCut, what);
  await expect(async () => {
    const before = found;
    found = await page.evaluate(findCut, what);
    expect(found, "two looks agree").toEqual(before);
    if (!isPassed) await expect(page.locator("[class*=module_skeleton]")).toHaveCount(0, { timeout: 1 });
  }).toPass({ intervals: [100], timeout: 5_000 });
  return found;
}
