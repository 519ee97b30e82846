/** The screen of users fits a narrow window in every language. */

import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { at, enabled, openForm, openUsers, select } from "../users/users";
import { look } from "./look";
import { narrow } from "./narrow";

test.use({ viewport: narrow });
test.slow();

test("the grid, its panels and the form", async ({ page }) => {
  const users = await openUsers(page);
  await look(page, "users");
  await select(page, at(enabled(users), 0), at(enabled(users), 1));
  await look(page, "selected users", { part: "[data-pane=bar]", floats: true });
  await page.getByRole("button", { name: /^Disable\s?D$/ }).click();
  await expect(page.getByRole("complementary", { name: "Disable users" })).toBeVisible();
  await look(page, "disable users", { part: "aside" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear selection" }).click();
  const form = await openForm(page, at(enabled(users), 0));
  await form.getByRole("button", { name: "Show private fields" }).click();
  await form.getByRole("textbox", { name: /^Title/ }).fill("");
  await look(page, "the form of a user", { part: "aside", fresh: true });
});
