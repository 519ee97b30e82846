import { expect, type Page } from "@playwright/test";
import { connectionNames } from "../desktop/app";
import { paths } from "../desktop/service";
import { type Begin, calls, type Desktop, desktopOf, prepare, test } from "../fixtures";
import { at, cell, id, learnMachines, openMachines, picture, select, showMachines } from "./machines";

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
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  const [call] = await calls(page, "blockMachines");
  const sent = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 6, 30).toISOString();
  });
  expect(call).toEqual([[id(page, "1024"), id(page, "1043")], null, false, sent]);
  await at(page, "1024", "name");
  await page.keyboard.press("Alt+Enter");
  const detail = page.getByRole("complementary", { name: /1024/ });
  await expect(detail.getByText(/2 machines are unblocked .*06:30\./)).toBeVisible();
  await detail.getByRole("button", { name: "Cancel unblock of 2" }).click();
  await expect(detail.getByText("are unblocked", { exact: false })).toHaveCount(0);
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
});

test("a block that is taken back leaves no release behind", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await panel.getByText("On a date", { exact: true }).click();
  await page.keyboard.press("Control+Enter");
  await panel.getByRole("button", { name: "Undo 2" }).click();
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Open");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change history" }).click();
  await expect(page.getByRole("complementary", { name: "Change history" })).toBeVisible();
  await expect(page.getByText("are unblocked", { exact: false })).toHaveCount(0);
});

test("a release that came about late says what was left alone, until it was seen", async ({ page }) => {
  const { service } = await releaseLate(page);
  const came = page.getByText("2 machines unblocked, as scheduled for", { exact: false });
  await expect(came).toContainText("1 unchanged.");
  await expect(came).toContainText("Fielddesk was not running then");
  await service.fault({ method: "GET", path: `/core${paths.machines}`, action: { status: 503 } });
  // Its time comes, and what does not answer is tried for a quarter of a minute.
  await expect(page.getByText("Fielddesk retries automatically.", { exact: false })).toBeVisible({ timeout: 45_000 });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("on the server Damaged, do not use", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await expect(came).toHaveCount(0);
});

/** How long until a release that its journey waits for. */
const soon = () => new Date(Date.now() + 3_000).toISOString();

/**
 * Opens the machines after one release came about late, with one machine left alone; another one is to come within
 * seconds, and one tomorrow.
 */
async function releaseLate(page: Page, begin: Begin = {}): Promise<Desktop> {
  const desktop = desktopOf(page);
  const { app, service } = desktop;
  await prepare(page, begin);
  await learnMachines(page);
  await app.call("refresh_machines");
  const until = soon();
  const block = (numbers: string[], releaseAt: string) =>
    app.call("block_machines", {
      ids: numbers.map((number) => id(page, number)),
      message: "Service",
      alsoBlocked: false,
      releaseAt,
    });
  await block(["1024", "1043", "1051"], until);
  await block(["1118"], new Date(Date.now() + 24 * 3_600_000).toISOString());
  // Another connection is in use at the time.
  await app.connect("test");
  const blocked = `${paths.machines}/${id(page, "1051")}`;
  await service.call("production", "PATCH", blocked, { blockCheckInMessage: "Damaged, do not use" });
  await expect.poll(() => new Date().toISOString() > until, { timeout: 10_000 }).toBe(true);
  await app.call("activate_connection", { name: connectionNames.production });
  await block(["1112"], new Date(Date.now() + 12_000).toISOString());
  await showMachines(page, begin);
  return desktop;
}

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(`pictures, ${theme}`, () => {
    test("block until a date", async ({ page }) => {
      await openMachines(page, { connection: "test", theme });
      await select(page, "1024", "1043");
      await page.keyboard.press("b");
      await page.getByText("On a date", { exact: true }).click();
      await picture(page, `machines-until${dark}`);
    });

    test("releases", async ({ page }) => {
      await releaseLate(page, { theme });
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Change history" }).click();
      await expect(page.getByText("is unblocked", { exact: false }).first()).toBeVisible();
      await picture(page, `machines-releases${dark}`);
    });
  });
}
