/** Looks at the words that are on the screen, in every language. */

import { readdirSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/ipc";
import { fixedTexts, messagesOf } from "./catalogue";
import { findCut, type Looked } from "./cut";
import { showWith, speak, usual } from "./settings";

/** Those of the catalogue: a folder each. */
export const languages = readdirSync("src/shared/i18n", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name as Language);

const fixed: Partial<Record<Language, string[]>> = {};

/** What a look hands to the reporter of keys: one on purpose, or one at what a journey passes. */
export type Seen = "_look" | "_passing";

/** Nothing on the screen or in a part of it is cut in any language. */
export async function lookAtWords(page: Page, name: string, part = "body"): Promise<void> {
  for (const language of languages) {
    await showWith(page, { language });
    await lookIn(page, language, { name, part, as: "_look" });
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
    await lookIn(page, language, { name, part, as: "_look" });
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

type Look = { name: string; part: string; as: Seen };

/** Fails on what is cut in the language that the page shows, and hands the words to the reporter of keys. */
export async function lookIn(page: Page, language: Language, { name, part, as }: Look): Promise<void> {
  const { findings, ...seen } = await settled(page, language, { part, as });
  // Only the reporter asks for it. How wide a place is hardly differs by language.
  if (language === "sv" && process.env.FIELDDESK_LOOKS) seen.rooms = await roomsOf(page, part);
  // A failed journey does not list what begins with this sign.
  await test.info().attach(as, { body: JSON.stringify({ language, ...seen }), contentType: "application/json" });
  const told = findings
    // A journey may have scrolled away what a look on purpose has in sight.
    .filter(({ what }) => as === "_look" || what !== "outside of the window")
    .map(({ what, text, where }) => `${what}: “${text}”, ${where}`);
  expect.soft(told, `${name}, ${language}`).toEqual([]);
}

/** What is found once two looks agree: a list may be read again in another language. */
async function settled(page: Page, language: Language, { part, as }: Omit<Look, "name">): Promise<Looked> {
  fixed[language] ??= fixedTexts(language);
  const what = { fixed: fixed[language], part };
  let looked = await page.evaluate(findCut, what);
  await expect(async () => {
    const before = looked.findings;
    looked = await page.evaluate(findCut, what);
    expect(looked.findings, "two looks agree").toEqual(before);
    if (as === "_look") await expect(page.locator("[class*=module_skeleton]")).toHaveCount(0, { timeout: 1 });
  }).toPass({ intervals: [100], timeout: 5_000 });
  return looked;
}

/** The narrowest width of each place that this worker tried. */
const tried: Record<string, number> = {};

/** The room of places that were not seen before, or not as narrow. */
async function roomsOf(page: Page, part: string): Promise<Looked["rooms"]> {
  const { rooms } = await page.evaluate(findCut, { fixed: [], part, tried });
  for (const [place, , width] of rooms) tried[place] = width;
  return rooms;
}
