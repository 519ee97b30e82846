/** The menu of a row of users, and their cells on the clipboard. */

import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, enabled, nameOf, openUsers, select, titleOf } from "./users";

test("Ctrl C copies the cell, or the cells that Shift and the arrows take in", async ({ page }) => {
  const users = enabled(await openUsers(page));
  const [first, second] = [at(users, 0), at(users, 1)];
  await cell(page, first, "employeeNumber").click();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(cell(page, second, "name")).toHaveClass(/fd-ranged/);
  await page.keyboard.press("Control+c");
  const line = (user: typeof first) => `${user.employeeNumber}\t${nameOf(user)}`;
  expect(await calls(page, "copyText")).toEqual([[first.employeeNumber], [`${line(first)}\n${line(second)}`]]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".fd-ranged")).toHaveCount(0);
});

test("the row menu by keyboard opens the user, copies, and gives the focus back", async ({ page }) => {
  const users = enabled(await openUsers(page));
  const user = at(users, 1);
  await cell(page, user, "name").click();
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu");
  await expect(menu.getByText(titleOf(user))).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await calls(page, "copyText")).toEqual([[nameOf(user)]]);
  await expect(menu).toHaveCount(0);
  await expect(cell(page, user, "name")).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: titleOf(user) })).toBeVisible();
});

test("a right click is about the row, or the selection that it is in, and disables after a preview", async ({
  page,
}) => {
  const users = enabled(await openUsers(page));
  const [first, second, third] = [at(users, 0), at(users, 1), at(users, 2)];
  await select(page, first, second);
  const menu = page.getByRole("menu");
  await cell(page, third, "name").click({ button: "right" });
  await expect(menu.getByText(titleOf(third))).toBeVisible();
  await page.keyboard.press("Escape");
  await cell(page, second, "name").click({ button: "right" });
  await expect(menu.getByText("2 selected")).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  await menu.getByRole("menuitem", { name: /^Disable/ }).click();
  await page.getByRole("button", { name: /^Disable 2 users/ }).click();
  await expect(page.getByText("2 users disabled.").first()).toBeVisible();
  expect(await calls(page, "setUsersDisabled")).toEqual([[[first.companyProfileId, second.companyProfileId], true]]);
});
