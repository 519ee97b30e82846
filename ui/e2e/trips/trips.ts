/**
 * Shared steps of the journeys of haul trips: reading them, opening the screen, its figures, and files that it saved.
 */

import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import type { TripFilter, TripPage, TripsState } from "../../src/ipc";
import { noFilter } from "../../src/shared/trip-filter";
import type { App } from "../desktop/app";
import { type Begin, desktopOf, prepare, show } from "../fixtures";

/** Reads what is new, as the person's click does, and waits for its end. */
export async function readTrips(app: App): Promise<TripsState> {
  const request = { range: { kind: "new" }, project: null, company: null, ownCompany: false, noSubsidiaries: false };
  await app.call("read_trips", { request });
  return readingEnded(app);
}

/** Waits until nothing is read any more. */
export async function readingEnded(app: App): Promise<TripsState> {
  let state = await app.call<TripsState>("trips_state");
  await expect(async () => {
    state = await app.call<TripsState>("trips_state");
    expect(state.reading).toBeNull();
  }).toPass({ timeout: 45_000 });
  return state;
}

/** The newest trip of a filter. */
export async function newest(app: App, filter: Partial<TripFilter> = {}): Promise<TripPage["rows"][number]> {
  const { rows } = await app.call<TripPage>("list_trips", {
    filter: { ...noFilter, ...filter },
    order: { by: "time", descending: true },
    from: 0,
    limit: 1,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("No trip is kept.");
  return row;
}

/** Opens the screen over trips that are read already. */
export async function openTrips(page: Page, begin: Begin = {}): Promise<TripsState> {
  await prepare(page, begin);
  const state = await readTrips(desktopOf(page).app);
  await showTrips(page);
  return state;
}

/** Shows the screen of an app that keeps trips, and waits for its figures, the map and the first row. */
export async function showTrips(page: Page): Promise<void> {
  await show(page, "/trips");
  await expect(page.locator("[data-pane=figures] b").first()).toBeVisible();
  await expect(page.locator("[data-pane=map] canvas").first()).toBeVisible();
  await expect(page.locator("[data-pane=grid] [row-index='0'] [col-id='time']")).not.toBeEmpty();
}

/** One of the key figures: 0 trips, 1 m³, 2 tonnes. */
export const figure = (page: Page, at: number): Locator => page.locator("[data-pane=figures] b").nth(at);

/** A number as the region of the journeys writes it. */
export function numberOf(text: string): number {
  return Number(text.replaceAll(/[\s ]/g, "").replace(",", "."));
}

/** The rows of a CSV file by their headings: read by nothing that the program has. */
export function readCsv(path: string): Record<string, string>[] {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ",") endCell();
    else if (!quoted && sign === "\n") {
      endCell();
      rows.push([]);
    } else if (sign !== "\r" || quoted) cell += sign;
  }
  if (cell !== "" || (rows.at(-1)?.length ?? 0) > 0) endCell();
  const [heads = [], ...rest] = rows.filter((row) => row.length > 0);
  return rest.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ""])));
}

/** Sums of a file, m³ and tonnes by their units. */
export function sumsOf(rows: readonly Record<string, string>[]): { trips: number; m3: number; tonnes: number } {
  let [m3, tonnes] = [0, 0];
  for (const row of rows) {
    const { Unit: unit = "", Quantity: quantity = "", "Quantity in m³": quantityM3 = "" } = row;
    const named = unit.trim().toLowerCase();
    if (quantityM3 !== "") m3 += Number(quantityM3);
    else if (["m3", "m³", "fm3", "afm3", "pfm3", "pam3", "lm3"].includes(named)) m3 += Number(quantity);
    if (["t", "tonn", "tonne", "tonnes", "ton"].includes(named)) tonnes += Number(quantity);
  }
  return { trips: rows.length, m3, tonnes };
}
