import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { at, cell, id, openMachines, select } from "./machines";

test("machines are blocked until a day and an hour, and the release can be cancelled", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await panel.getByText("On a date", { exact: true }).click();
  await expect(panel.getByLabel("Time")).toHaveValue("07:00");
  const tomorrow = await panel.getByLabel("Day").inputValue();
  await panel.getByLabel("Day").fill("2020-01-01");
  await expect(panel.getByText("Choose a time in the future")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  expect(await calls(page, "blockMachines")).toEqual([]);
  await panel.getByLabel("Day").fill(tomorrow);
  await panel.getByLabel("Time").fill("06:30");
  await expect(panel.getByText("Only while Fielddesk runs on this computer.", { exact: false })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText(/2 of 2 blocked, unblock planned for .*06:30/)).toBeVisible();
  const [call] = await calls(page, "blockMachines");
  const sent = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 6, 30).toISOString();
  });
  expect(call).toEqual([[id(page, "1024"), id(page, "1043")], null, false, sent]);
  await at(page, "1024", "name");
  await page.keyboard.press("Alt+Enter");
  const detail = page.getByRole("complementary", { name: /1024/ });
  await expect(detail.getByText(/Unblock of 2 machines planned for .*06:30\./)).toBeVisible();
  await detail.getByRole("button", { name: "Cancel unblock of 2" }).click();
  await expect(detail.getByText("planned for", { exact: false })).toHaveCount(0);
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
});
