import { expect } from "@playwright/test";
import { openDocuments, test } from "./fixtures";
import { at, showMachines } from "./machines/machines";
import { enabled, at as nth, openForm, showUsers } from "./users/users";

test("a client that may only read loses what edits, and is told who can change it", async ({ page }) => {
  await openDocuments(page, { client: "readOnly" });
  await page.getByRole("row", { name: /Riggplan/ }).click();
  await page.keyboard.press("Delete");
  await expect(page.getByText("This client may only read.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload files…" })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Riggplan/ })).toBeVisible();

  await showMachines(page);
  await expect(page.getByText("This client may only read.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "New machine" })).toHaveCount(0);
  await at(page, "1024", "name");
  await page.keyboard.type("1");
  await page.keyboard.press("b");
  await expect(page.getByText("unsaved change", { exact: false })).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Block check-in" })).toHaveCount(0);

  const users = await showUsers(page);
  const form = await openForm(page, nth(enabled(users), 0));
  await expect(form.getByRole("textbox", { name: "First name" })).toHaveAttribute("readonly", "");
});
