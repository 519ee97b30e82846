/** Machines, users and haul trips. */

import { expect } from "@playwright/test";
import { importFile } from "../desktop/files";
import { desktopOf, hears, open } from "../fixtures";
import { at, checkFile, leaveEdits, openMachines, select } from "../machines/machines";
import { openTrips } from "../trips/trips";
import { enabled, openForm, openUsers, at as userAt } from "../users/users";
import type { Scene } from "./scene";

export const machines: Scene = async (page, look, begin) => {
  await openMachines(page, begin);
  await look("machines");
  await at(page, "1107", "department");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  await look("machines-menu");
  await page.keyboard.press("Escape");
  await at(page, "1021", "name");
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary").getByRole("button", { name: "E-2060 Engcon EC226" })).toBeVisible();
  await look("machines-detail");
};

export const editing: Scene = async (page, look, begin) => {
  await openMachines(page, begin);
  await leaveEdits(page);
  await at(page, "1204", "hourMeter");
  await expect(page.getByText("“80h66” is not a number")).toBeVisible();
  await look("machines-editing");
  const { app } = desktopOf(page);
  await hears(page, "drag-moved");
  await app.drag({ step: "enter", paths: [importFile(app)], x: 700, y: 450 });
  await expect(page.getByText("Import into Machines").first()).toBeVisible();
  await look("machines-drag", "faded");
  await app.drag({ step: "leave" });
};

export const blocking: Scene = async (page, look, begin) => {
  await openMachines(page, { ...begin, connection: "test" });
  await select(page, "1024", "1043", "E-2041", "1107");
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: /Block 2 machines in Test/ })).toBeVisible();
  await look("machines-block");
};

export const fuel: Scene = async (page, look, begin) => {
  await open(page, { ...begin, at: "/machines/fuel" });
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toBeVisible();
  await look("machines-fuel");
};

export const importing: Scene = async (page, look, begin) => {
  await checkFile(page, begin);
  await expect(page.getByText("4 rows with errors are skipped")).toBeVisible();
  await look("machines-import");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("4 rows with errors were skipped.")).toBeVisible();
  await look("machines-imported");
};

/** The longest words of machines. */
export const longNames: Scene = async (page, look, begin) => {
  await openMachines(page, begin);
  await expect(page.getByRole("heading", { name: "Maskiner", level: 1 })).toBeVisible();
  await leaveEdits(page);
  await look("machines");
};

export const trips: Scene = async (page, look, begin) => {
  await openTrips(page, begin);
  await look("trips");
  await page.locator("[data-pane=breakdown] button[aria-pressed]:has(b)").first().click();
  await expect(page.locator("[data-faded]").first()).toBeVisible();
  await look("trips-filtered");
  await page.locator("[data-pane=grid] [row-id]").first().click();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary").getByText("All fields")).toBeVisible();
  await look("trips-panel");
};

export const users: Scene = async (page, look, begin) => {
  const all = await openUsers(page, begin);
  await look("users");
  const user = enabled(all).find(({ immediateSupervisorDetails: people }) => people.length > 0) ?? userAt(all, 0);
  const form = await openForm(page, user);
  await form.getByRole("textbox", { name: /^Title/ }).fill("");
  await form.getByRole("textbox", { name: "Phone", exact: true }).fill("12");
  await page.keyboard.press("Tab");
  await expect(form.getByText("is no phone number with a country code", { exact: false })).toBeVisible();
  await look("users-form");
};
