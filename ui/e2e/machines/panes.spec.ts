import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { at, cell, openMachines, select } from "./machines";

test("F6 goes from pane to pane and back: search, grid, panel, bottom bar", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1024 CAT 325/ });
  await expect(panel).toBeVisible();
  await page.keyboard.press("F6");
  await expect(panel.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(page.getByRole("button", { name: "Block check-in", exact: true })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(page.getByRole("textbox", { name: "Search machines" })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(cell(page, "1024", "name")).toBeFocused();
  await page.keyboard.press("Shift+F6");
  await expect(page.getByRole("textbox", { name: "Search machines" })).toBeFocused();
});

test("Esc leaves the edit, then the panel, then the rectangle, then the selection", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024");
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary")).toBeVisible();
  await at(page, "1024", "department");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.locator(".fd-ranged")).toHaveCount(2);
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: "Department" }).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell(page, "1024", "department")).toBeFocused();
  await expect(page.getByRole("complementary")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.locator(".fd-ranged")).toHaveCount(0);
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("1 selected")).toHaveCount(0);
  await expect(cell(page, "1024", "department")).toBeFocused();
});
