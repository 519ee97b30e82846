import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, openMachines } from "./machines";

test("delete is checked first and refused with the offer to deactivate; another one goes", async ({ page }) => {
  await openMachines(page);
  await at(page, "1021", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1021 Volvo EC220E/ });
  await panel.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(panel.getByText("Used by other records", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: "Set inactive instead" }).click();
  await expect(panel.getByRole("button", { name: "Set active" })).toBeVisible();
  expect(await calls(page, "deleteMachine")).toEqual([]);
  await panel.getByRole("button", { name: "Close" }).click();
  await at(page, "1024", "name");
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("button", { name: "More actions" }).last().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 1024" }).click();
  await expect(cell(page, "1024", "name")).toHaveCount(0);
});

test("a machine is created with the company's types; a number that is taken names whose it is", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "New machine" }).click();
  const panel = page.getByRole("complementary", { name: "New machine" });
  await panel.getByRole("textbox", { name: /^Number/ }).fill("1021");
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("1021 is Volvo EC220E already")).toBeVisible();
  await panel.getByRole("textbox", { name: /^Number/ }).fill("1999");
  await panel.getByRole("textbox", { name: /^Name/ }).fill("Volvo L60H");
  await panel.getByRole("textbox", { name: "Engine number" }).fill("D6-4471");
  await page.keyboard.press("Control+Enter");
  const detail = page.getByRole("complementary", { name: /1999 Volvo L60H/ });
  await expect(detail).toBeVisible();
  await expect(detail.getByRole("textbox", { name: "Engine number" })).toHaveValue("D6-4471");
  await expect(detail.getByRole("button", { name: "Save", exact: true })).toBeVisible();
});
