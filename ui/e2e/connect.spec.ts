import { expect } from "@playwright/test";
import { calls, expectAccessible, open, prepare, show, test } from "./fixtures";
import { folder } from "./machines/machines";

for (const theme of ["light", "dark"] as const)
  test(`a token is kept as a secret and is nowhere on the page afterwards, ${theme}`, async ({
    page,
    desktop: { service },
  }) => {
    await page.setViewportSize(theme === "dark" ? { width: 1024, height: 800 } : { width: 1440, height: 900 });
    await open(page, { connection: "none", theme, at: "/connect?form=true" });
    await page.getByText("Advanced").click();
    await page.getByText("Access token", { exact: true }).click();
    await page
      .getByLabel("Access token", { exact: true })
      .and(page.locator("input[name=secret]"))
      .fill(await service.token("production"));
    await page.getByText("Addresses", { exact: true }).click();
    await page.getByLabel("Main server").fill(service.ready.environments.production.baseUrl);
    await page.getByRole("button", { name: "Check the connection" }).click();
    await expect(page.getByText("The access token is used as it is")).toBeVisible();
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
    await page.screenshot({ path: `${folder}/connect-token-${theme}.png`, animations: "disabled", fullPage: true });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    expect(await calls(page, "saveConnection")).toMatchObject([[{ clientId: null, secret: { kind: "typed" } }]]);
    expect(await page.content()).not.toContain(await service.token("production"));
    await prepare(page, { theme, language: "nb" });
    await show(page, "/connect?form=true");
    await page.getByText("Avansert").click();
    await page.getByLabel(/^Tilganger/).fill("serviceapiv3 masstransport");
    await page.getByLabel(/^Tilganger/).scrollIntoViewIfNeeded();
    await page.screenshot({
      path: `${folder}/connect-permissions-${theme}.png`,
      animations: "disabled",
      fullPage: true,
    });
    await expectAccessible(page);
  });
