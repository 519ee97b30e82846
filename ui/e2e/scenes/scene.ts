/** A screen with content, brought about as a person would, and looked at in one or more states. */

import type { Page } from "@playwright/test";
import type { Begin } from "../fixtures";

/** Looks at the state of the moment, by its name; axe is not asked about one that is faded on purpose. */
export type Look = (name: string, faded?: "faded") => Promise<void>;

export type Scene = (page: Page, look: Look, begin: Begin) => Promise<void>;
