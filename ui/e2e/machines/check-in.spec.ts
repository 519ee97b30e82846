import { expect } from "@playwright/test";
import { paths } from "../desktop/service";
import { calls, expectAccessible, prepare, test } from "../fixtures";
import { at, blockBySwitch, cell, id, learnMachines, openMachines, select, showMachines } from "./machines";

test("one machine is blocked by its switch, released by keyboard; both are taken back after their toasts are gone", async ({
  page,
}) => {
  await openMachines(page);
  await blockBySwitch(page, "1024", "Bremser på verksted");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  await expect(cell(page, "1024", "blockCheckInMessage")).toContainText("Bremser på verksted");
  const toasts = page.getByRole("region", { name: "Just done" });
  const close = (words: string) =>
    toasts.locator("div", { hasText: words }).getByRole("button", { name: "Close" }).click();
  await close("1024 blocked.");
  expect(await calls(page, "blockMachines")).toEqual([[[id(page, "1024")], "Bremser på verksted", false, null]]);
  await at(page, "1024", "name");
  await page.keyboard.press("Space");
  await page.keyboard.press("r");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Open");
  await close("1024 unblocked.");
  for (const state of ["Blocked", "Open"]) {
    await page.keyboard.press("Control+z");
    await expect(cell(page, "1024", "blockCheckIn")).toContainText(state);
    // The cell changes before the act has ended; until then nothing else is undone.
    await close("Change undone: 1024");
  }
  await page.keyboard.press("Control+z");
  await expect(toasts.getByText("Nothing to undo.")).toBeVisible();
});

test("the switch asks for the message first: Esc blocks nothing, and the cell has the focus again", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1024", "blockCheckIn");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Message to crews for 1024" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(cell(page, "1024", "blockCheckIn")).toBeFocused();
  expect(await calls(page, "blockMachines")).toEqual([]);
});

test("buttons in cells take a press as long as a person's: the cell gets the focus meanwhile", async ({ page }) => {
  const press = { delay: 200 };
  await openMachines(page);
  const fold = page.locator("[data-pane=grid]").getByRole("button", { name: "Hide the equipment of 1043" });
  await fold.click(press);
  await expect(page.getByRole("button", { name: "Show the equipment of 1043" })).toBeVisible();
  await cell(page, "1024", "name").hover();
  await page.getByRole("button", { name: "More actions for 1024" }).click(press);
  await expect(page.getByRole("menu").getByText("1024 CAT 325 Next Gen")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await cell(page, "1024", "blockCheckIn").getByRole("button").click(press);
  await expect(page.getByRole("textbox", { name: "Message to crews for 1024" })).toBeFocused();
});

test("blocking other machines asks again while the result of the block before stands there", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await page.getByRole("button", { name: "Block 2 machines" }).click();
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  // In a narrow window the panel lies over the bar: the rows are unticked.
  await select(page, "1024", "1043", "1051", "1107");
  await page.keyboard.press("b");
  await panel.getByRole("button", { name: /^Block 1 machine/ }).click();
  await expect(cell(page, "1051", "blockCheckIn")).toContainText("Blocked");
});

test("a selection is blocked with a message used lately: equipment stays out and says why", async ({
  page,
  desktop: { app },
}) => {
  await prepare(page);
  await learnMachines(page);
  await app.call("refresh_machines");
  await app.call("block_machines", {
    ids: [id(page, "1412")],
    message: "På verksted, tilbake mandag",
    alsoBlocked: false,
    releaseAt: null,
  });
  await showMachines(page);
  await select(page, "1024", "1043", "E-2041", "1107");
  await expect(page.getByText("4 selected")).toBeVisible();
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByText("machines will be blocked")).toBeVisible();
  await expect(panel.getByText("already blocked", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Why?" }).click();
  await expect(panel.getByText("Equipment has no check-in", { exact: false })).toBeVisible();
  await expect(panel.getByText("Production: crews of Fjordvik Anlegg AS", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: "På verksted, tilbake mandag" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await expect(cell(page, "1043", "blockCheckInMessage")).toContainText("På verksted");
  await expect(cell(page, "1107", "blockCheckInMessage")).toContainText("Ikke bruk");
  await panel.getByRole("button", { name: "Undo 2" }).click();
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Open");
});

test("a refused block goes back and says why at its cell", async ({ page, desktop: { service } }) => {
  await openMachines(page);
  await service.fault({
    method: "PATCH",
    path: `/core${paths.machines}/${id(page, "1043")}`,
    action: { status: 400, body: { error: "BadRequest", message: "The machine is locked by an audit." } },
  });
  await select(page, "1024", "1043", "1051");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Block 3 machines" }).click();
  await expect(page.getByText("2 of 3 done")).toBeVisible();
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Open");
  await page.getByRole("button", { name: /^1043/ }).click();
  await at(page, "1043", "blockCheckIn");
  await expect(page.getByText("Not changed.")).toBeVisible();
});

test("the service asks to wait in the middle: how far it is and when it goes on is said, and it can be stopped", async ({
  page,
  desktop: { service },
}) => {
  await openMachines(page);
  await service.fault({
    method: "PATCH",
    path: `/core${paths.machines}`,
    skip: 1,
    action: { status: 429, headers: { "Retry-After": "60" } },
  });
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Blocked/ })
    .click();
  await page
    .getByRole("checkbox", { name: /all rows/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Unblock check-in" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Unblock/ })
    .click();
  await expect(page.getByText("waiting for the server", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(async () => (await calls(page, "stopBatch")).length).toBe(1);
});
