/** The overview, finding anything and the history. */

import { expect } from "@playwright/test";
import { projectId } from "../desktop/data";
import { send } from "../desktop/files";
import { keepVersions } from "../desktop/kept";
import { everyState } from "../desktop/office";
import { desktopOf, openDocuments, prepare, show } from "../fixtures";
import { readTrips } from "../trips/trips";
import type { Scene } from "./scene";

export const overview: Scene = async (page, look, begin) => {
  const desktop = desktopOf(page);
  const { app, service } = desktop;
  await prepare(page, begin);
  await app.call("refresh_machines");
  await readTrips(app);
  await everyState(desktop);
  const project = await projectId(service, "production");
  await send(app, project, "HMS og rigg", "Vernerunde uke 47.pdf");
  await show(page, "/");
  await expect(page.getByRole("region", { name: "Action needed" })).toContainText("Stikningsdata");
  await expect(page.getByRole("region", { name: "Haul trips this week" })).toContainText(/\d/);
  await look("overview");
};

export const palette: Scene = async (page, look, begin) => {
  await openDocuments(page, begin);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("volvo");
  await expect(page.getByRole("option", { name: /Volvo/ }).first()).toBeVisible();
  await look("palette");
};

export const history: Scene = async (page, look, begin) => {
  await prepare(page, begin);
  await keepVersions(desktopOf(page));
  await show(page, "/history");
  await expect(page.getByRole("listitem").filter({ hasText: "HA-101" })).toBeVisible();
  await look("history");
};
