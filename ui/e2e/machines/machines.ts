/** What the journeys of the machines share: opening them, finding a cell, selecting rows. */

import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "../desk";

/** Opens the machines and waits for their first rows. */
export async function openMachines(page: Page, query = "fake="): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/?${query}#/machines`);
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
}

export const cell = (page: Page, number: string, column: string): Locator =>
  page.locator(`[row-id="m-${number}"] [col-id="${column}"]`).first();

/** Puts the focus on a cell by a click. */
export async function at(page: Page, number: string, column: string): Promise<void> {
  await cell(page, number, column).click({ position: { x: 4, y: 8 } });
}

/** Selects a row as a person without a mouse does: the focus on it, then Space. */
export async function select(page: Page, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await at(page, number, "name");
    await page.keyboard.press("Space");
  }
}

/** The pictures of the README and the guide: FIELDDESK_PICTURES=1 npm run e2e. */
export const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

/** Looks at the page as a person does, and as axe does. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}
