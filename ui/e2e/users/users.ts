/** Shared steps of the journeys of users: opening them, finding a cell, selecting rows, asking the service. */

import { expect, type Locator, type Page } from "@playwright/test";
import { paths } from "../desktop/service";
import { type Begin, desktopOf, prepare, show } from "../fixtures";

/** A user as the service has it. */
export type Listed = {
  identityId: string;
  companyProfileId: string;
  companyId: string;
  employeeNumber: string;
  firstName: string;
  lastName: string;
  workTitle: string | null;
  department: string | null;
  isDisabled: boolean | null;
  immediateSupervisorDetails: { employeeNumber: string; name: string | null; primary: boolean }[];
} & Record<string, unknown>;

const known = new WeakMap<Page, Listed[]>();

/** All users of the service, as a colleague's program reads them. */
export async function listed(page: Page, environment: "production" | "test" = "production"): Promise<Listed[]> {
  return (await desktopOf(page).service.call(environment, "GET", paths.users)) as Listed[];
}

/** One user as the service has it now. */
export async function stored(page: Page, number: string): Promise<Listed> {
  return one(await listed(page), number);
}

/** The user with a number, of the client's own company: the subsidiary may have the same. */
function one(users: readonly Listed[], number: string): Listed {
  const found = users.find(({ employeeNumber }) => employeeNumber === number);
  if (found === undefined) throw new Error(`No user has the number ${number}.`);
  return found;
}

/** Opens the users and waits for their first rows. */
export async function openUsers(page: Page, begin: Begin = {}): Promise<Listed[]> {
  await prepare(page, begin);
  return showUsers(page, begin);
}

/** Shows the users of an app that is prepared already, and waits for their first rows. */
export async function showUsers(page: Page, begin: Begin = {}): Promise<Listed[]> {
  const environment = begin.connection === "test" ? "test" : "production";
  const users = await listed(page, environment);
  known.set(page, users);
  await show(page, begin.at ?? "/users");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-pane=grid] [row-id] [col-id=employeeNumber]").first()).toBeVisible();
  return users;
}

/** Enabled users of the company, in the order of the grid; the first are those on the screen. */
export function enabled(users: readonly Listed[]): Listed[] {
  const byNumber = new Intl.Collator("nb", { numeric: true });
  return users
    .filter(({ isDisabled }) => isDisabled !== true)
    .sort((a, b) => byNumber.compare(a.employeeNumber, b.employeeNumber));
}

/** A user of a list by place. */
export function at(users: readonly Listed[], place: number): Listed {
  const found = users[place];
  if (found === undefined) throw new Error(`There is no user at ${place}.`);
  return found;
}

export const nameOf = ({ firstName, lastName }: Listed) => `${firstName} ${lastName}`;
export const titleOf = (user: Listed) => `${user.employeeNumber} ${nameOf(user)}`;

export const cell = (page: Page, user: Listed, column: string): Locator =>
  page.locator(`[row-id="${user.companyProfileId}"] [col-id="${column}"]`).first();

/** Selects rows as a person without a mouse does: the focus on them, then Space. */
export async function select(page: Page, ...users: Listed[]): Promise<void> {
  for (const user of users) {
    await cell(page, user, "name").click({ position: { x: 4, y: 8 } });
    await page.keyboard.press("Space");
  }
}

/** Opens the form of a user from its row, found by search. */
export async function openForm(page: Page, user: Listed): Promise<Locator> {
  await page.getByRole("textbox", { name: "Search users" }).fill(titleOf(user));
  await cell(page, user, "name").click({ position: { x: 4, y: 8 } });
  await page.keyboard.press("Enter");
  const form = page.getByRole("complementary", { name: titleOf(user) });
  await expect(form).toBeVisible();
  // Whose form it is stays marked in the list, wherever keyboard and pointer are.
  await expect(page.locator(`[row-id="${user.companyProfileId}"][aria-current]`).first()).toBeVisible();
  return form;
}
