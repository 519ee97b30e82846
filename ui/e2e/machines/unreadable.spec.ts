import { expect, type Page } from "@playwright/test";
import { paths, type Service } from "../desktop/service";
import { calls, desktopOf, prepare, show, test } from "../fixtures";
import { at, blockBySwitch, cell, showMachines } from "./machines";

/** Values that fields cannot have, by the machine's number. */
const odd: Record<string, object> = {
  "1043": { serviceDate: "neste uke" },
  "1051": { hourMeter: { value: 2204 } },
  "1063": { fuelConsumptionUnit: "cups" },
  "1024": { blockCheckIn: 2 },
};

/** Opens the machines of a service that sends odd values, and two records that no list can show. */
async function openOdd(page: Page): Promise<void> {
  const { service } = desktopOf(page);
  await prepare(page);
  await sendOdd(service);
  await showMachines(page);
}

async function sendOdd(service: Service): Promise<void> {
  const records = (await service.call("production", "GET", paths.machines)) as { id: string; machineNumber: string }[];
  const list = records.map((record) => ({ ...record, ...odd[record.machineNumber] }));
  for (const record of list)
    if (record.machineNumber in odd) await service.answer(`${paths.machines}/${record.id}`, record);
  await service.answer(
    paths.machines,
    list.toSpliced(17, 0, { id: null, machineNumber: "1999" } as never, "draft" as never),
  );
}

test("a value that cannot be read stands in its cell as it came, counts as missing, and is replaced by what is typed", async ({
  page,
}) => {
  await openOdd(page);
  const service = cell(page, "1043", "serviceDate");
  await expect(service).toHaveText("Unreadable value: neste uke");
  await expect(service.locator("[title]")).toHaveAttribute(
    "title",
    "The server returned “neste uke” instead of a date. Treated as empty and left unchanged on the server.",
  );
  await expect(cell(page, "1051", "hourMeter")).toHaveText('Unreadable value: {"value":2204}');
  await expect(cell(page, "1063", "fuel")).toHaveText("Unreadable value: 11,1 cups · dyed diesel");
  await expect(cell(page, "1024", "blockCheckIn")).toHaveText("Unreadable value: 2");

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Hour meter" }).click();
  await page.getByRole("spinbutton", { name: "From" }).fill("2000");
  await page.getByRole("spinbutton", { name: "To" }).fill("2300");
  await page.keyboard.press("Escape");
  await expect(cell(page, "1051", "machineNumber")).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove the filter/ }).click();
  await at(page, "1051", "hourMeter");
  await page.keyboard.type("2210");
  await page.keyboard.press("Enter");
  await expect(cell(page, "1051", "hourMeter")).toHaveText(/^2\s?210$/);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(cell(page, "1051", "hourMeter")).toHaveText(/^2\s?210$/);
  // What is told of it by hovering is told at the cell, too.
  await at(page, "1063", "fuel");
  await expect(page.getByText("instead of one of the known values", { exact: false })).toBeVisible();
  await blockBySwitch(page, "1024");
  await expect(cell(page, "1024", "blockCheckIn")).toHaveText("Blocked");
});

test("the record panel shows it with what was expected", async ({ page }) => {
  await openOdd(page);
  await at(page, "1043", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1043/ });
  const field = panel.getByRole("textbox", { name: "Last service" });
  await expect(field).toHaveValue("neste uke");
  await expect(field).toHaveAccessibleDescription(/instead of a date.*left unchanged on the server/);
  await field.focus();
  await field.blur();
  expect(await calls(page, "editMachines"), "looking at it changes nothing").toEqual([]);
});

test("records that no list can show are named: machines and projects", async ({ page }) => {
  await openOdd(page);
  await expect(page.getByText("2 machines cannot be listed.")).toBeVisible();
  await expect(page.getByText("1999 · [17].id · null")).toBeVisible();
  const { app, service } = desktopOf(page);
  const projects = (await service.call("production", "GET", paths.projects)) as object[];
  await service.answer(paths.projects, [...projects, { id: null, projectNumber: "P-2026-017" }, "draft"]);
  await app.settings({ language: "nb" });
  await show(page, "/documents");
  await expect(page.getByText("2 prosjekter kan ikke vises.")).toBeVisible();
  await expect(page.getByText("P-2026-017 · [7].id · null")).toBeVisible();
});
