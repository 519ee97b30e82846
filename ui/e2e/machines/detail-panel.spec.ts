import { expect, type Locator, type Page } from "@playwright/test";
import { calls, prepare, test } from "../fixtures";
import { at, cell, id, openMachines, sendMachines, showMachines } from "./machines";

/** Opens the panel of a machine from its row. */
async function details(page: Page, number: string): Promise<Locator> {
  await at(page, number, "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: new RegExp(`^${number} `) });
  await expect(panel).toBeVisible();
  return panel;
}

test("Save in the panel saves this machine only; what is typed in the field of the moment belongs to it", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1112", "hourMeter");
  await page.keyboard.type("4163");
  await page.keyboard.press("Enter");
  const panel = await details(page, "1024");
  await panel.getByRole("combobox", { name: "Department" }).fill("Fjell");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  expect(await calls(page, "saveEdits")).toEqual([[[id(page, "1024")]]]);
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await expect(cell(page, "1024", "department")).toHaveText("Fjell");
  await expect(panel.getByRole("button", { name: /^Save \d/ })).toHaveCount(0);
});

test("equipment is attached by number and detached, pending until saved; two machines are asked for in Production", async ({
  page,
}) => {
  await openMachines(page);
  const panel = await details(page, "1043");
  const equipment = panel.getByRole("group", { name: "Equipment" });
  await equipment.getByRole("button", { name: "Detach E-2041" }).click();
  await expect(equipment.getByText("detached when you save")).toBeVisible();
  await equipment.getByRole("combobox", { name: "Attach equipment" }).fill("2060");
  await page.getByRole("option", { name: "E-2060 Engcon EC226 (at 1021 now)" }).click();
  await expect(equipment.getByText("attached when you save")).toBeVisible();
  await panel.getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("this changes 2 machines of Fjordvik Anlegg AS");
  await page.getByRole("alertdialog").getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByText("2 machines saved.").first()).toBeVisible();
  await expect(equipment.getByRole("listitem")).toHaveCount(2);
  await expect(equipment.getByRole("button", { name: "Detach E-2060" })).toBeVisible();
  await equipment.getByRole("button", { name: "E-2060 Engcon EC226", exact: true }).click();
  const piece = page.getByRole("complementary", { name: /^E-2060/ });
  await expect(piece.getByText("Equipment has no check-in", { exact: false })).toBeVisible();
  await expect(piece.getByRole("combobox", { name: "Machine" })).toHaveValue("1043 Komatsu PC290LC-11");
});

test("check-in is a switch that tells since when and by which act; somebody who is not in the list is said", async ({
  page,
}) => {
  await prepare(page);
  // Employee 1187 is no user any more.
  await sendMachines(page, (machine) =>
    machine.machineNumber === "1051" ? { ...machine, responsibleEmployeeNumber: "1187" } : machine,
  );
  await showMachines(page);
  const panel = await details(page, "1051");
  await expect(panel.getByText("Employee 1187 is not in the list")).toBeVisible();
  const blocked = panel.getByRole("switch", { name: "Check-in blocked" });
  await expect(blocked).not.toBeChecked();
  await blocked.click();
  await expect(blocked).toBeChecked();
  await expect(panel.getByText(/^Blocked since \d\d:\d\d\./)).toBeVisible();
  await panel.getByRole("button", { name: /^By “Check-in blocked” here/ }).click();
  await expect(page.getByRole("complementary", { name: "Check-in blocked" })).toContainText("1 of 1 done");
  await page.getByRole("textbox", { name: "Search machines" }).fill("4103");
  const other = await details(page, "4103");
  await expect(other.getByText("Blocked from another computer.")).toBeVisible();
});

test("the history of a machine tells old and new, and takes each act back", async ({ page }) => {
  await openMachines(page);
  const panel = await details(page, "1024");
  await panel.getByRole("textbox", { name: "Hour meter" }).fill("3900");
  await page.keyboard.press("Control+s");
  const history = panel.getByRole("region", { name: "Change history" });
  await expect(history.getByText("Hour meter 3 880 → 3 900")).toBeVisible();
  await history.getByRole("button", { name: "Undo" }).click();
  await expect(history.getByText("1 machine will get its earlier values back.")).toBeVisible();
  await history.getByRole("button", { name: "Undo 1" }).click();
  await expect(history.getByText(/^\d\d:\d\d · Saved · undone$/)).toBeVisible();
  await expect(cell(page, "1024", "hourMeter")).toHaveText("3 880");
});

test("Alt and the arrows go through the machines with the focus in the panel; Esc gives it back to the cell", async ({
  page,
}) => {
  await openMachines(page);
  const panel = await details(page, "1051");
  await panel.getByRole("combobox", { name: "Department" }).fill("Fjell");
  await page.keyboard.press("Alt+ArrowDown");
  const next = page.getByRole("complementary", { name: /^1063 / });
  await expect(next).toBeFocused();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(panel.getByRole("combobox", { name: "Department" })).toHaveValue("Fjell");
  await page.keyboard.press("Escape");
  await expect(cell(page, "1051", "name")).toBeFocused();
});

test("who comes back to an open panel has the keyboard on its row, far down in the list", async ({ page }) => {
  await openMachines(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("6203");
  await page.getByRole("option", { name: /6203/ }).first().click();
  await expect(page.getByRole("complementary", { name: /^6203 / })).toBeVisible();
  await page.keyboard.press("Control+4");
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("complementary", { name: /^6203 / })).toBeVisible();
  await expect(cell(page, "6203", "machineNumber")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(page.locator(`[row-id="${id(page, "6203")}"]`).getByRole("checkbox")).toBeChecked();
});
