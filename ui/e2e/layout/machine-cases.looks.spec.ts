/** What machines say in states that others bring about, and palettes of places that are closed. */

import { expect, type Page } from "@playwright/test";
import { prepare, show, test } from "../fixtures";
import { at, cell, leaveEdits, openMachines, select, sendMachines, showMachines } from "../machines/machines";
import { answers } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

/** Opens the panel of a machine that the search finds. */
async function openPanel(page: Page, number: string): Promise<void> {
  await page.getByRole("textbox", { name: "Search machines" }).fill(number);
  await at(page, number, "name");
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary")).toBeVisible();
}

test("a person who is not in the list", async ({ page }) => {
  await prepare(page);
  await sendMachines(page, (machine) =>
    machine.machineNumber === "1051" ? { ...machine, responsibleEmployeeNumber: "1187" } : machine,
  );
  await showMachines(page);
  await openPanel(page, "1051");
  await expect(page.getByText("Employee 1187 is not in the list")).toBeVisible();
  await lookAtWords(page, "somebody who is not in the list", "aside");
});

test("a machine with a value that was not understood, and several machines at once", async ({ page }) => {
  await openMachines(page);
  await leaveEdits(page);
  await openPanel(page, "1204");
  const empty = page.getByRole("complementary").getByRole("button", { name: /empty/i });
  if ((await empty.count()) > 0) await empty.first().click();
  await lookAtWords(page, "a value that was not understood", "aside");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Search machines" }).fill("");
  await select(page, "1024", "1043");
  await page.locator("[data-pane=bar]").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: /^(Edit|Change)/ }).click();
  await expect(page.getByRole("complementary").getByText("Marked in the grid first", { exact: false })).toBeVisible();
  await lookAtWords(page, "several machines at once", "aside");
});

test("a time that is over, and more cells than there are rows", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.getByRole("button", { name: "Block check-in", exact: true }).click();
  await page.getByText("On a date", { exact: true }).click();
  await page.locator("aside input[type=date]").fill("2020-01-01");
  await expect(page.getByText("Choose a time in the future")).toBeVisible();
  await lookAtWords(page, "a time that is over", "aside");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await cell(page, "1021", "department").click({ position: { x: 4, y: 8 } });
  await page.evaluate((text) => navigator.clipboard.writeText(text), Array(500).fill("Fjell").join("\n"));
  await page.keyboard.press("Control+v");
  await expect(page.getByText(/cells did not fit/)).toBeVisible();
  await lookAtWords(page, "cells that did not fit", "[data-pane=bar]");
});

test("a view of one's own, and how it is forgotten", async ({ page }) => {
  await openMachines(page);
  const more = page.getByRole("toolbar").getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: /^Save this view/ }).click();
  const name = page.getByRole("textbox", { name: "Name of the view" });
  await name.fill("Diesel i nord");
  await name.press("Enter");
  await more.click();
  await expect(page.getByRole("menuitem", { name: "Forget the view Diesel i nord" })).toBeVisible();
  await lookAtWords(page, "a view that may be forgotten", "[role=menu]");
});

test("a project that is closed", async ({ page }) => {
  await answers<{ projects: { active: boolean }[] }>(page, "list_projects", (given) => ({
    ...given,
    projects: given.projects.map((project) => ({ ...project, active: false })),
  }));
  await prepare(page);
  await show(page, "/overview");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("P-2026-004");
  await expect(page.getByRole("option").first()).toContainText("Inactive");
  await lookAtWords(page, "a project that is closed", "[role=dialog]");
});
