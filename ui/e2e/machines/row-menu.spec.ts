import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, id, openMachines, select } from "./machines";

test("the row menu by keyboard: Shift F10, arrows, Enter; the focus is back in the cell afterwards", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1024", "department");
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu");
  await expect(menu.getByText("1024 CAT 325 Next Gen")).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  const lit = page.locator(`.fd-menu-row[row-id="${id(page, "1024")}"]`);
  await expect(lit.first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(lit).toHaveCount(0);
  await expect(cell(page, "1024", "department")).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  for (let down = 0; down < 3; down += 1) await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitem", { name: "Edit…" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await calls(page, "copyText")).toEqual([["Grunnarbeid"]]);
  await expect(cell(page, "1024", "department")).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: /1024 CAT 325/ })).toBeVisible();
});

test("a right click is about the row, or the selection that it is in; equipment is not offered a block", async ({
  page,
}) => {
  await openMachines(page);
  await cell(page, "E-2041", "department").click({ button: "right" });
  const menu = page.getByRole("menu");
  await expect(menu.getByText("Equipment has no check-in")).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Block check-in…" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await select(page, "1024", "1043");
  await cell(page, "1112", "department").click({ button: "right" });
  await expect(menu.getByText("1112 Volvo L120H")).toBeVisible();
  await page.keyboard.press("Escape");
  await cell(page, "1043", "department").click({ button: "right" });
  await expect(menu.getByText("2 selected")).toBeVisible();
  await menu.getByRole("menuitem", { name: "Set inactive" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Set 2 inactive" }).click();
  await expect(page.getByText("2 machines set inactive.").first()).toBeVisible();
  expect(await calls(page, "setMachinesActive")).toEqual([[[id(page, "1024"), id(page, "1043")], false]]);

  // No part of the grid shows the browser's own menu.
  const kept = await page.evaluate(
    (row) =>
      ['[role="columnheader"]', ".ag-root", `[row-id="${row}"] [col-id="hourMeter"]`].map((where) => {
        const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 400, clientY: 300 });
        document.querySelector(where)?.dispatchEvent(event);
        return event.defaultPrevented;
      }),
    id(page, "1024"),
  );
  expect(kept).toEqual([true, true, true]);
});

test("the ⋯ of a row deletes it; the focus goes to the row that comes into its place", async ({ page }) => {
  await openMachines(page);
  await at(page, "1024", "name");
  await page.getByRole("button", { name: "More actions for 1024" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 1024" }).click();
  await expect(cell(page, "1024", "name")).toHaveCount(0);
  await expect(cell(page, "1043", "name")).toBeFocused();
  // Its equipment stands between.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const panel = page.getByRole("complementary", { name: /1021 Volvo EC220E/ });
  await expect(panel.getByText("Used by other records", { exact: false })).toBeVisible();
});
