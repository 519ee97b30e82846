/** Shared steps of the journeys of synced folders: opening the list, a row, the end of the time for undo. */

import { expect, type Locator, type Page } from "@playwright/test";
import { prepare, show } from "../fixtures";

/** Opens the list of an app that is prepared already, from the main navigation. */
export async function openFolders(page: Page): Promise<void> {
  await show(page);
  await page.getByRole("link", { name: /^Synced folders/ }).click();
  await expect(page.getByRole("heading", { name: "Synced folders", level: 1 })).toBeVisible();
}

/** A connection and the list of synced folders, none of them yet. */
export async function openNoFolders(page: Page): Promise<void> {
  await prepare(page);
  await openFolders(page);
}

/** A folder in the list, by its state and name. */
export const row = (page: Page, name: RegExp): Locator => page.getByRole("listitem", { name });

/** Reviews a folder from its row. */
export async function review(page: Page, name: RegExp): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: /^Review/ })
    .click();
}

/** Ends the time for undo. */
export async function carryOut(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Just done" }).getByRole("button", { name: "Close" }).last().click();
}
