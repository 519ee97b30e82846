/** Looks at the words that are on the screen, in every language. */

import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { Language } from "../../src/ipc";
import { fixedTexts } from "./catalogue";
import { type Finding, findCut } from "./cut";
import { showWith, usual } from "./settings";

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
