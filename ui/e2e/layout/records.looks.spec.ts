/** What machines and users say in states that other looks do not pass fits a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type { FuelCompleteness } from "../../src/ipc";
import { paths } from "../desktop/service";
import { desktopOf, prepare, show, test } from "../fixtures";
import { at, cell, leaveEdits, openMachines, select } from "../machines/machines";
import * as users from "../users/users";
import { answers } from "./answers";
import { messagesOf } from "./catalogue";
import { narrow } from "./narrow";
import { languages, lookAtHint, lookAtTold, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

/** Opens the menu of a button and looks at it. */
async function lookAtMenu(page: Page, button: string | RegExp, name: string): Promise<void> {
  await page.getByRole("button", { name: button }).last().click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await lookAtWords(page, name, "[role=menu]");
  await page.keyboard.press("Escape");
}

/** *Unblock* as the bar of selected machines has it, in each language. */
const unblock = new RegExp(
  `^(${languages.map((language) => messagesOf(language).get("machines:bar.unblock")).join("|")})$`,
);

test("menus, hints and questions of machines", async ({ page }) => {
  await openMachines(page);
  await lookAtMenu(page, /^Export/, "export of machines");
  await lookAtHint(page, "machines:view.serviceDue");
  await select(page, "1024", "1043");
  await lookAtMenu(page, "More", "more for selected machines");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("textbox", { name: "Search machines" }).fill("E-2060");
  await cell(page, "E-2060", "name").click({ button: "right" });
  await expect(page.getByText("Equipment has no check-in").last()).toBeVisible();
  await lookAtWords(page, "menu of equipment", "[role=menu]");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Search machines" }).fill("nothing is so named");
  await expect(page.getByText("No machine matches.")).toBeVisible();
  await lookAtWords(page, "no machine that matches");
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("checkbox", { name: "Blocked since" })).toBeVisible();
  await lookAtWords(page, "columns of machines", ".mantine-Popover-dropdown");
});

test("what is asked about many machines of Production", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043");
  await lookAtTold(page, "many machines are unblocked", async () => {
    const question = page.locator("[data-pane=bar]").getByText("Fjordvik Anlegg AS", { exact: false });
    if ((await question.count()) > 0) await page.keyboard.press("Escape");
    await page.getByRole("button", { name: unblock }).click();
    await expect(question).toBeVisible();
  });
});

test("no machines at all, and fuel data that is complete", async ({ page }) => {
  await desktopOf(page).service.answer(paths.machines, []);
  await prepare(page);
  await show(page, "/machines");
  await expect(page.getByText("No machines yet")).toBeVisible();
  await lookAtWords(page, "no machines");
  await answers<FuelCompleteness>(page, "fuel_completeness", (given) => ({ ...given, machines: [] }));
  await show(page, "/machines/fuel");
  await expect(page.getByText(/^All .* complete/)).toBeVisible();
  await lookAtWords(page, "fuel data that is complete");
});

test("a machine with equipment, and values that were not understood", async ({ page }) => {
  await openMachines(page);
  await leaveEdits(page);
  await page
    .getByRole("button", { name: /not understood|to correct|wrong|cannot be saved/i })
    .first()
    .click();
  await expect(page.getByRole("complementary").getByRole("button", { name: /^Discard/ })).toBeVisible();
  await lookAtWords(page, "values that were not understood", "aside");
  await page.keyboard.press("Escape");
  await at(page, "1021", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary");
  await panel
    .getByRole("button", { name: /^Detach/ })
    .first()
    .click();
  await expect(panel.getByText("detached when you save")).toBeVisible();
  const field = panel.getByRole("combobox", { name: /^Attach/ });
  await field.click();
  await lookAtWords(page, "equipment to choose from");
  await page.getByRole("option").first().click();
  await expect(panel.getByText("attached when you save")).toBeVisible();
  await field.fill("there is none");
  await expect(page.getByText("Equipment not found")).toBeVisible();
  await lookAtWords(page, "equipment of a machine");
});

test("menus, hints and searches of users", async ({ page }) => {
  await users.openUsers(page);
  await lookAtMenu(page, /^Export/, "export of users");
  for (const filter of ["leaving_other", "left_other", "cardExpiring"]) await lookAtHint(page, `users:view.${filter}`);
  await page.getByRole("textbox", { name: "Search users" }).fill("nothing is so named");
  await expect(page.getByText("No user matches.")).toBeVisible();
  await lookAtWords(page, "no user that matches");
});

test("users of the test environment are disabled and enabled", async ({ page }) => {
  const known = await users.openUsers(page, { connection: "test" });
  await users.select(page, users.at(users.enabled(known), 0), users.at(users.enabled(known), 1));
  await page.getByRole("button", { name: /^Disable\s?D$/ }).click();
  await expect(page.getByRole("button", { name: /^Disable 2 users in Test/ })).toBeVisible();
  await lookAtWords(page, "disable in Test", "aside");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Disabled/ })
    .click();
  await page
    .locator("[data-pane=grid] [row-id] [col-id=name]")
    .first()
    .click({ position: { x: 4, y: 8 } });
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^Enable/ }).click();
  await expect(page.getByRole("button", { name: /^Enable 1 user in Test/ })).toBeVisible();
  await lookAtWords(page, "enable in Test", "aside");
});

test("no users at all", async ({ page }) => {
  await desktopOf(page).service.answer(paths.users, []);
  await prepare(page);
  await show(page, "/users");
  await expect(page.getByText("No users yet")).toBeVisible();
  await lookAtWords(page, "no users");
});

test("supervisors in the form of a user", async ({ page }) => {
  const known = await users.openUsers(page);
  const form = await users.openForm(page, users.at(users.enabled(known), 0));
  await form
    .getByRole("combobox", { name: /supervisor/i })
    .last()
    .fill("there is none");
  await expect(page.getByText("User not found")).toBeVisible();
  await lookAtWords(page, "no user to choose");
});
