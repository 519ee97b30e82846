/** Shared steps of the journeys of machines: opening them, finding a cell, selecting rows. */

import { expect, type Locator, type Page } from "@playwright/test";
import { machineIds } from "../desktop/data";
import { importFile } from "../desktop/files";
import { paths } from "../desktop/service";
import { type Begin, desktopOf, open, prepare, show } from "../fixtures";

const known = new WeakMap<Page, Map<string, string>>();

/** Learns the ids of the machines by their numbers. */
export async function learnMachines(page: Page, { connection = "production" }: Begin = {}): Promise<void> {
  if (connection === "none") throw new Error("Without a connection there are no machines.");
  known.set(page, await machineIds(desktopOf(page).service, connection));
}

/** A machine as the service lists it. */
export type Listed = { id: string; machineNumber: string } & Record<string, unknown>;

/** From now on the service lists its machines changed; each is read by itself as it is. */
export async function sendMachines(page: Page, change: (machine: Listed) => object): Promise<void> {
  const { service } = desktopOf(page);
  const list = (await service.call("production", "GET", paths.machines)) as Listed[];
  await service.answer(paths.machines, list.map(change));
}

/** Prepares an app that knows so many machines; the first of them are those of the other journeys. */
export async function prepareMany(page: Page, count: number): Promise<void> {
  const { app, service } = desktopOf(page);
  await prepare(page);
  await learnMachines(page);
  const known = (await service.call("production", "GET", paths.machines)) as object[];
  const more = Array.from({ length: count - known.length }, (_, at) => ({
    id: at.toString(16).padStart(24, "0"),
    machineNumber: String(20_000 + at),
    name: at % 3 === 0 ? "Volvo A25G" : "Hamm H13i",
  }));
  await service.answer(paths.machines, [...known, ...more]);
  await app.call("refresh_machines");
}

/** The id of a machine. */
export function id(page: Page, number: string): string {
  const found = known.get(page)?.get(number);
  if (found === undefined) throw new Error(`No machine has the number ${number}.`);
  return found;
}

/** Opens the machines and waits for their first rows. */
export async function openMachines(page: Page, begin: Begin = {}): Promise<void> {
  await prepare(page, begin);
  await showMachines(page, begin);
}

/** Shows the machines of an app that is prepared already, and waits for their first rows. */
export async function showMachines(page: Page, begin: Begin = {}): Promise<void> {
  await learnMachines(page, begin);
  await show(page, begin.at ?? "/machines");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
}

export const cell = (page: Page, number: string, column: string): Locator =>
  page.locator(`[row-id="${id(page, number)}"] [col-id="${column}"]`).first();

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

/** In an import: a number that is not known is a bad row, not a new machine, unless somebody chose so. */
export async function knownOnly(page: Page): Promise<void> {
  const create = page.getByRole("checkbox", { name: /^(Create new machines|Opprett nye maskiner|Skapa nya maskiner)/ });
  await expect(create).toBeVisible();
  await expect(create).not.toBeChecked();
}

/** Blocks one machine by its switch, with the message that is asked for. */
export async function blockBySwitch(page: Page, number: string, message = ""): Promise<void> {
  await cell(page, number, "blockCheckIn").getByRole("button").click();
  const field = page.getByRole("textbox", { name: `Message to crews for ${number}` });
  await expect(field).toBeFocused();
  await field.fill(message);
  await page.keyboard.press("Enter");
}

/** Two values typed and not saved, one of them no number. */
export async function leaveEdits(page: Page): Promise<void> {
  for (const [number, text] of [
    ["1112", "4163"],
    ["1204", "80h66"],
  ] as const) {
    await at(page, number, "hourMeter");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
}

/** Chooses a file with four bad rows in the first step of an import. */
export async function chooseFile(page: Page): Promise<void> {
  const { app } = desktopOf(page);
  await app.choose(importFile(app));
  await page.getByRole("button", { name: /^(Choose a file|Velg en fil|Välj en fil)/ }).click();
  await knownOnly(page);
}

/** Goes on to the check of the rows. */
export async function checkRows(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Check the rows|Kontroller radene|Kontrollera raderna)$/ }).click();
  await expect(page.locator("tr[data-bad]").first()).toBeVisible();
}

/** A file with four bad rows, as far as its check. */
export async function checkFile(page: Page, begin: Begin = {}): Promise<void> {
  await open(page, { connection: "test", ...begin, at: "/machines/import" });
  await chooseFile(page);
  await checkRows(page);
}
