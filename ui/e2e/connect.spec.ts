/** From the first start to the documents, by keyboard. */

import { expect, type Page } from "@playwright/test";
import { calls, open, test } from "./fixtures";

/** Presses the button that has the name, which has the keyboard then. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).press("Enter");
}

test("a token is kept as a secret and is nowhere on the page afterwards", async ({ page, desktop: { service } }) => {
  const token = await service.token("production");
  await open(page, { connection: "none" });
  await press(page, "Connect…");
  await expect(page.getByRole("textbox", { name: "Paste the administrator’s message" })).toBeFocused();
  await page.getByText("Advanced").click();
  await page.getByText("Access token", { exact: true }).click();
  await page.getByLabel("Access token", { exact: true }).and(page.locator("input[name=secret]")).fill(token);
  await page.getByText("Addresses", { exact: true }).click();
  await page.getByLabel("Main server").fill(service.ready.environments.production.baseUrl);
  await press(page, "Check the connection");
  await expect(page.getByText("The access token is used as it is")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await calls(page, "saveConnection")).toMatchObject([[{ clientId: null, secret: { kind: "typed" } }]]);
  expect(await page.content()).not.toContain(token);
});

test("from the first start with sample data to the documents", async ({ page }) => {
  await open(page, { connection: "none" });
  await press(page, "Try it with sample data");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByRole("treeitem", { name: /P-2026-004/ }).click();
  await expect(page.getByRole("heading", { name: "Høydebasseng Storåsen" })).toBeVisible();
  await expect(page.getByText("Sample data").first()).toBeVisible();
});
