import { expect, type Page } from "@playwright/test";
import { paths } from "../desktop/service";
import { desktopOf, prepare, test } from "../fixtures";
import { at, cell, id, learnMachines, openMachines, sendMachines, showMachines } from "./machines";

/** A colleague creates a machine that stands above all others, and the app reads it. */
async function machineAbove(page: Page, machineNumber: string): Promise<void> {
  const { app, service } = desktopOf(page);
  const like = await service.call("production", "GET", `${paths.machines}/${id(page, "1021")}`);
  const { companyId, typeId } = like as { companyId: string; typeId: string };
  const made = { companyId, typeId, active: true, machineNumber, name: `Dynapac ${machineNumber}` };
  await service.call("production", "POST", paths.machines, made);
  await app.call("refresh_machines");
  await expect(page.getByRole("row").filter({ hasText: `Dynapac ${machineNumber}` })).toBeVisible();
}

test("a search that is applied after the click leaves the focus on the machine that was clicked", async ({ page }) => {
  await prepare(page);
  await learnMachines(page);
  // All but the first are found, so that each of them moves up by one place.
  await sendMachines(page, (machine) => {
    return machine.machineNumber === "1021" ? machine : { ...machine, department: "Bakken" };
  });
  await desktopOf(page).app.call("refresh_machines");
  await showMachines(page);
  const place = cell(page, "1112", "name");
  await expect(place).toBeVisible();
  // The list follows a typed letter when it was painted: a hand that is faster clicks in the list of before.
  await place.evaluate((clicked) => {
    const field = document.querySelector<HTMLInputElement>("[data-pane=toolbar] input");
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    if (!(clicked instanceof HTMLElement) || field === null || set === undefined) throw new Error("no field");
    field.focus();
    set.call(field, "Bakken");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    clicked.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    clicked.focus();
    clicked.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
    clicked.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await expect(cell(page, "1021", "name")).toHaveCount(0);
  await expect(place).toBeFocused();
  await page.keyboard.type("Bakketaus");
  await page.keyboard.press("Enter");
  await expect(place).toHaveText("Bakketaus");
  await expect(page.getByText("1 unsaved change")).toBeVisible();
});

test("a machine that comes above takes neither the focus nor what is being typed", async ({ page }) => {
  await openMachines(page);
  await at(page, "1112", "name");
  await page.keyboard.type("Bakke");
  await machineAbove(page, "0002");
  await page.keyboard.type("taus");
  await page.keyboard.press("Enter");
  await expect(cell(page, "1112", "name")).toHaveText("Bakketaus");
  await expect(page.getByText("1 unsaved change")).toBeVisible();

  // Nor the focus of a cell in which nothing is typed yet.
  await at(page, "1112", "name");
  await machineAbove(page, "0001");
  await page.keyboard.type("Bakkens");
  await page.keyboard.press("Enter");
  await expect(cell(page, "1112", "name")).toHaveText("Bakkens");
  await expect(page.getByText("1 unsaved change")).toBeVisible();
});

test("Tab leaves the grid, and Ctrl Home takes keys and focus to the first machine", async ({ page }) => {
  await openMachines(page);
  const rows = page.locator(".ag-center-cols-container [role=row], .ag-pinned-left-cols-container [role=row]");
  await at(page, "1112", "name");
  await page.keyboard.press("Control+End");
  await expect(cell(page, "1021", "name")).toHaveCount(0);
  await page.keyboard.press("Control+Home");
  const first = page.locator("[role=row][row-index='0'] [col-id=machineNumber]").first();
  await expect(first).toBeFocused();
  await page.keyboard.press(" ");
  await expect(page.locator("[role=row][aria-selected=true][row-index='0']").first()).toBeVisible();
  // The bar of the selection is the next stop of Tab; without it, Tab leaves the page.
  const next = page.getByRole("button", { name: "Block check-in", exact: true });
  await expect(next).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(next).toBeFocused();
  await expect(rows.locator(":focus")).toHaveCount(0);
  await expect(page.locator("[role=row]:focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(first).toBeFocused();
});
