import { expect } from "@playwright/test";
import { calls, test } from "../desk";
import { at, cell, openMachines, picture, select } from "./machines";

test("machines are blocked until a day and an hour, and the release can be cancelled", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await panel.getByText("On a date", { exact: true }).click();
  await expect(panel.getByLabel("Time")).toHaveValue("07:00");
  const tomorrow = await panel.getByLabel("Day").inputValue();
  await panel.getByLabel("Day").fill("2020-01-01");
  await expect(panel.getByText("Choose a time that is still to come.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  expect(await calls(page, "blockMachines")).toEqual([]);
  await panel.getByLabel("Day").fill(tomorrow);
  await panel.getByLabel("Time").fill("06:30");
  await expect(panel.getByText("Only while Fielddesk runs on this computer.", { exact: false })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  const [call] = await calls(page, "blockMachines");
  const sent = await page.evaluate((day) => new Date(`${day}T06:30`).toISOString(), tomorrow);
  expect(call).toEqual([["m-1024", "m-1043"], null, false, sent]);
  await at(page, "1024", "name");
  await page.keyboard.press("Alt+Enter");
  const detail = page.getByRole("complementary", { name: /1024/ });
  await expect(detail.getByText(/2 machines are released again .*06:30\./)).toBeVisible();
  await detail.getByRole("button", { name: "Cancel the release of 2" }).click();
  await expect(detail.getByText("are released again", { exact: false })).toHaveCount(0);
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
});

test("a block that is taken back leaves no release behind", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await panel.getByText("On a date", { exact: true }).click();
  await page.keyboard.press("Control+Enter");
  await panel.getByRole("button", { name: "Take the 2 back" }).click();
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Open");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Changes made here" }).click();
  await expect(page.getByRole("complementary", { name: "Changes made here" })).toBeVisible();
  await expect(page.getByText("are released again", { exact: false })).toHaveCount(0);
});

test("a release that came about late says what was left alone, until it was seen", async ({ page }) => {
  await openMachines(page, "fake=releases");
  const came = page.getByText("2 machines released, as planned for", { exact: false });
  await expect(came).toContainText("1 left alone.");
  await expect(came).toContainText("Fielddesk did not run then");
  await expect(page.getByText("It is tried again by itself.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("now in service Damaged, do not use", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "All right" }).click();
  await expect(came).toHaveCount(0);
});

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(`pictures, ${theme}`, () => {
    test("block until a date", async ({ page }) => {
      await openMachines(page, `fake=test&theme=${theme}`);
      await select(page, "1024", "1043");
      await page.keyboard.press("b");
      await page.getByText("On a date", { exact: true }).click();
      await picture(page, `machines-until${dark}`);
    });

    test("releases", async ({ page }) => {
      await openMachines(page, `fake=releases&theme=${theme}`);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Changes made here" }).click();
      await expect(page.getByText("is released again", { exact: false })).toBeVisible();
      await picture(page, `machines-releases${dark}`);
    });
  });
}
