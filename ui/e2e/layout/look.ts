/** Looks at what is on the screen in every language, and lets axe look at it at the largest size of text. */

import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../fixtures";
import { fixedTexts } from "./catalogue";
import { type Finding, findCut } from "./cut";
import { showWith, usual } from "./settings";

const languages = ["en", "nb", "sv"] as const;
const fixed = Object.fromEntries(languages.map((language) => [language, fixedTexts(language)]));

/** A narrow and common window; what is less wide is not for offices. */
export const narrow = { width: 1366, height: 768 };

type Options = {
  /** What axe looks at, as a selector: what is new beside the look before. */
  part?: string;
  /** The part lies over the screen: texts of the rest are where they were. */
  floats?: boolean;
  /** Axe sees it in no other journey. */
  fresh?: boolean;
};

/**
 * Nothing on the screen is cut in any language, and axe finds nothing serious at the largest size of text.
 *
 * Colours are those of the usual size, at which other journeys let axe look at the screen in light and dark, and larger
 * text asks for less contrast: they are judged only in what is fresh.
 */
export async function look(
  page: Page,
  name: string,
  { part, floats = false, fresh = false }: Options = {},
): Promise<void> {
  await test.step(name, async () => {
    for (const language of languages) {
      await showWith(page, { language });
      const findings = await settled(page, {
        fixed: fixed[language] ?? [],
        part: floats && part !== undefined ? part : "body",
      });
      const told = findings.map(({ what, text, where }) => `${what}: “${text}”, ${where}`);
      expect.soft(told, `${name}, ${language}`).toEqual([]);
    }
    const scope = part === undefined ? {} : { within: part };
    await showWith(page, { textSizePercent: 150 });
    await expectAccessible(page, { ...scope, without: ["color-contrast"] });
    for (const theme of fresh ? (["light", "dark"] as const) : []) {
      await showWith(page, { theme });
      await expectAccessible(page, scope);
    }
    await showWith(page, usual);
  });
}

/** What is found once two looks agree: a list may be read again in another language. */
async function settled(page: Page, what: Parameters<typeof findCut>[0]): Promise<Finding[]> {
  let findings = await page.evaluate(findCut, what);
  await expect(async () => {
    const before = findings;
    findings = await page.evaluate(findCut, what);
    expect(findings, "two looks agree").toEqual(before);
    await expect(page.locator("[class*=module_skeleton]")).toHaveCount(0, { timeout: 1 });
  }).toPass({ intervals: [100], timeout: 5_000 });
  return findings;
}
