/** The list of users: views, search, keys, and what is done with selected rows. */

import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, enabled, listed, nameOf, openForm, openUsers, select, titleOf } from "./users";

test("ten users are disabled by key after a preview of their names, and enabled again by undo", async ({ page }) => {
  const users = await openUsers(page);
  const ten = enabled(users).slice(0, 10);
  await select(page, ...ten);
  await expect(page.getByRole("region", { name: "10 selected" })).toBeVisible();
  await page.keyboard.press("d");
  const panel = page.getByRole("complementary", { name: "Disable users" });
  const names = panel.getByRole("list", { name: "10 users" });
  for (const user of ten) await expect(names).toContainText(titleOf(user));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("10 users disabled.").first()).toBeVisible();
  await expect(cell(page, at(ten, 0), "isDisabled")).toHaveText("Disabled");
  const ids = new Set(ten.map(({ companyProfileId }) => companyProfileId));
  const now = await listed(page);
  expect(now.filter((user) => ids.has(user.companyProfileId) && user.isDisabled)).toHaveLength(10);
  await page.keyboard.press("Control+z");
  await expect(cell(page, at(ten, 0), "isDisabled")).toHaveText("Active");
  await expect
    .poll(async () => (await listed(page)).filter((user) => ids.has(user.companyProfileId) && user.isDisabled).length)
    .toBe(0);
});

test("views and search filter, a head sorts, and what is hidden is not acted on", async ({ page }) => {
  const users = await openUsers(page);
  const disabled = users.filter((user) => user.isDisabled === true);
  await page.getByRole("button", { name: /^Disabled/ }).click();
  await expect(page.getByText(`${disabled.length} of ${users.length}`)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("columnheader", { name: /^Name/ }).click();
  await expect(page.getByRole("columnheader", { name: /^Name ↑/ })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("columnheader", { name: /^Employee number/ }).click();
  const [first, second] = [at(enabled(users), 0), at(enabled(users), 1)];
  await select(page, first, second);
  await page.getByRole("textbox", { name: "Search users" }).fill(nameOf(first));
  await expect(page.getByText("1 more is hidden by filters and not included")).toBeVisible();
  await cell(page, first, "name").click();
  await page.keyboard.press("d");
  await page.getByRole("button", { name: /^Disable 1 user/ }).click();
  await expect(page.getByText("1 user disabled.").first()).toBeVisible();
  expect(await calls(page, "setUsersDisabled")).toEqual([[[first.companyProfileId], true]]);
});

test("the keyboard opens a form from the grid and gives the focus back; F6 goes from pane to pane", async ({
  page,
}) => {
  const users = await openUsers(page);
  const user = at(enabled(users), 2);
  const form = await openForm(page, user);
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await expect(cell(page, user, "name")).toBeFocused();
  await page.keyboard.press("Alt+Enter");
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+F6");
  await expect(page.getByRole("textbox", { name: "Search users" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("F6");
  await expect(page.locator("[data-pane=grid] .ag-cell:focus")).toHaveCount(1);
});

test("columns are chosen and kept for the next start", async ({ page }) => {
  await openUsers(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Email" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Email" })).toBeVisible();
  await expect.poll(async () => (await calls(page, "saveUserLayout")).length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Email" })).toBeVisible();
});
