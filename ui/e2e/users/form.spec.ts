/** The form of a user, over the service. */

import { expect } from "@playwright/test";
import { paths } from "../desktop/service";
import { desktopOf, test } from "../fixtures";
import { at, enabled, listed, nameOf, openForm, openUsers, stored, titleOf } from "./users";

test("a user is created with a supervisor found by name and a tag; what the service lacks is told at its field", async ({
  page,
}) => {
  const users = await openUsers(page, { connection: "production" });
  const boss = at(enabled(users), 0);
  await page.getByRole("button", { name: "New user" }).first().click();
  const form = page.getByRole("complementary", { name: "New user" });
  await expect(form.getByRole("textbox", { name: "First name" })).toBeFocused();
  await form.getByRole("textbox", { name: "First name" }).fill("Liv");
  await form.getByRole("textbox", { name: "Last name" }).fill("Åsen");
  await form.getByRole("textbox", { name: "Employee number" }).fill(boss.employeeNumber);
  await page.keyboard.press("Control+Enter");
  // Judged by the desktop side: nothing is sent with a number that is taken.
  await expect(form.getByText(`${boss.employeeNumber} is ${nameOf(boss)} already`)).toBeVisible();
  await expect(form.getByText("Required for a new user").first()).toBeVisible();
  expect(await listed(page)).toHaveLength(users.length);

  await form.getByRole("textbox", { name: "Employee number" }).fill("99001");
  await form.getByRole("textbox", { name: "Phone", exact: true }).fill("+47 918 77 661");
  await form.getByRole("textbox", { name: "Born" }).fill("03.11.1990");
  await form.getByRole("textbox", { name: "Starts" }).fill("01.12.2026");
  await form.getByRole("combobox", { name: "Add a supervisor" }).fill(boss.employeeNumber);
  await page.getByRole("option", { name: titleOf(boss) }).click();
  await expect(form.getByRole("radio", { name: `${titleOf(boss)} is the primary supervisor` })).toBeChecked();
  await form.getByLabel("Attach tags").first().fill("Kranfører");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: /^Create the user/ }).click();
  await expect(page.getByText("99001 Liv Åsen created.").first()).toBeVisible();
  await expect(page.getByRole("complementary", { name: "99001 Liv Åsen" })).toBeVisible();

  const made = await stored(page, "99001");
  expect(made).toMatchObject({ firstName: "Liv", lastName: "Åsen" });
  expect(String(made.birthDate)).toContain("1990-11-03");
  expect(made.immediateSupervisorDetails).toMatchObject([{ employeeNumber: boss.employeeNumber, primary: true }]);
});

test("a field that is cleared is said to be emptied, is empty at the service, and comes back by undo", async ({
  page,
}) => {
  const users = await openUsers(page);
  const user = enabled(users).find(
    ({ department, workTitle }) => (department ?? "") !== "" && (workTitle ?? "") !== "",
  );
  if (user === undefined) throw new Error("Nobody has a department and a title.");
  const form = await openForm(page, user);
  await form.getByRole("combobox", { name: /^Department/ }).fill("");
  await expect(form.getByText("will be emptied")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`${titleOf(user)} saved.`).first()).toBeVisible();
  const now = await stored(page, user.employeeNumber);
  expect(now.department ?? "").toBe("");
  expect(now.workTitle).toBe(user.workTitle);
  await expect(form.getByRole("combobox", { name: /^Department/ })).toHaveValue("");
  await page.getByRole("region", { name: "Just done" }).getByRole("button", { name: /^Undo/ }).click();
  await expect(form.getByRole("combobox", { name: /^Department/ })).toHaveValue(user.department ?? "");
  expect((await stored(page, user.employeeNumber)).department).toBe(user.department);
});

test("what was typed outlasts Esc; the primary supervisor moves and nobody else changes", async ({ page }) => {
  const users = await openUsers(page);
  const user = enabled(users).find(({ immediateSupervisorDetails: all }) => all.length === 1);
  if (user === undefined) throw new Error("Nobody has one supervisor.");
  const [first] = user.immediateSupervisorDetails;
  const other = enabled(users).find(
    ({ employeeNumber }) => employeeNumber !== user.employeeNumber && employeeNumber !== first?.employeeNumber,
  );
  if (first === undefined || other === undefined) throw new Error("There are others.");
  const form = await openForm(page, user);
  await form.getByRole("combobox", { name: "Add a supervisor" }).fill(titleOf(other));
  await page.getByRole("option", { name: titleOf(other) }).click();
  await form.getByRole("radio", { name: `${titleOf(other)} is the primary supervisor` }).check();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("radio", { name: `${titleOf(other)} is the primary supervisor` })).toBeChecked();
  await form.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText(`${titleOf(user)} saved.`).first()).toBeVisible();
  const { immediateSupervisorDetails: now } = await stored(page, user.employeeNumber);
  expect(now.map(({ employeeNumber, primary }) => [employeeNumber, primary]).sort()).toEqual(
    [
      [first.employeeNumber, false],
      [other.employeeNumber, true],
    ].sort(),
  );
});

test("a user that other records need is not deleted: the reason, and Disable instead", async ({ page }) => {
  const users = await openUsers(page);
  const { service } = desktopOf(page);
  let kept: (typeof users)[number] | undefined;
  for (const user of enabled(users)) {
    const path = `${paths.users}/is-identity-deletable/${encodeURIComponent(user.identityId)}`;
    const { isDeletable } = (await service.call("production", "GET", path)) as { isDeletable: boolean };
    if (!isDeletable) {
      kept = user;
      break;
    }
  }
  if (kept === undefined) throw new Error("Everybody can be deleted.");
  const form = await openForm(page, kept);
  await form.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(form.getByText("Cannot be deleted.")).toBeVisible();
  await expect(form.getByText(/time registrations/)).toBeVisible();
  await form.getByRole("button", { name: "Disable instead" }).click();
  await expect(page.getByText("1 user disabled.").first()).toBeVisible();
  expect((await stored(page, kept.employeeNumber)).isDisabled).toBe(true);
});
