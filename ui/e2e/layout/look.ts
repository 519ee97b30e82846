/** Looks at what is on the screen in every language, and lets axe look at it at the largest size of text. */

import { type Page, test } from "@playwright/test";
import { expectAccessible } from "../fixtures";
import { showWith, usual } from "./settings";
import { lookAtWords } from "./words";

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
    await lookAtWords(page, name, floats && part !== undefined ? part : "body");
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
