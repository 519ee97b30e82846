import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { at, enabled, openForm, openUsers, picture } from "./users";

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test(`the users, ${theme}`, async ({ page }) => {
    await openUsers(page, { theme });
    await picture(page, `users${dark}`);
  });

  test(`the form, ${theme}`, async ({ page }) => {
    const users = await openUsers(page, { theme, connection: "test" });
    const user = enabled(users).find(({ immediateSupervisorDetails: all }) => all.length > 0) ?? at(users, 0);
    const form = await openForm(page, user);
    await form.getByRole("textbox", { name: /^Title/ }).fill("");
    await form.getByRole("textbox", { name: "Phone", exact: true }).fill("12");
    await page.keyboard.press("Tab");
    await expect(form.getByText("is not an international phone number", { exact: false })).toBeVisible();
    await picture(page, `users-form${dark}`);
    await form.getByLabel("Attach tags").first().scrollIntoViewIfNeeded();
    await form.getByLabel("Attach tags").first().fill("Kranfører");
    await page.keyboard.press("Enter");
    await picture(page, `users-form-people${dark}`);
  });
}

for (const language of ["nb", "sv"] as const)
  test(`narrow, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await openUsers(page, { language });
    await picture(page, `users-narrow-${language}`);
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: /^(Ny bruker|Ny användare)$/ }).click();
    await expect(page.getByRole("complementary")).toBeVisible();
    await picture(page, `users-new-${language}`);
  });
