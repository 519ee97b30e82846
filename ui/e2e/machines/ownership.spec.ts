import { expect } from "@playwright/test";
import { paths } from "../desktop/service";
import { test } from "../fixtures";
import { at, cell, id, openMachines, picture } from "./machines";

test("the company and the responsible user are columns that can be filtered by", async ({
  page,
  desktop: { service },
}) => {
  await openMachines(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Company" }).check();
  await page.getByRole("checkbox", { name: "Responsible, user ID" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Company" }).click();
  await page.getByRole("checkbox", { name: service.ready.environments.production.subsidiaryId }).check();
  await page.keyboard.press("Escape");
  await expect(cell(page, "1310", "machineNumber")).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toHaveCount(0);
  await picture(page, "machines-company");
});

test("the responsible user is set by the user id", async ({ page, desktop: { service } }) => {
  const [user] = (await service.call("production", "GET", paths.users)) as { identityId: string }[];
  const userId = String(user?.identityId);
  await openMachines(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Responsible, user ID" }).check();
  await page.keyboard.press("Escape");
  await page.locator('[col-id="responsibleId"]').first().scrollIntoViewIfNeeded();
  await at(page, "1021", "responsibleId");
  await page.keyboard.type(userId);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(cell(page, "1021", "responsibleId")).toHaveText(userId);
});

test("equipment that the server attaches and the list leaves out is read with its machine", async ({
  page,
  desktop: { service },
}) => {
  await openMachines(page, { client: "readOnly", theme: "dark" });
  await service.call("production", "POST", paths.machines, {
    machineNumber: "E-2071",
    name: "Engcon EC219",
    isEquipment: true,
    active: true,
    parentMachineId: id(page, "1063"),
    companyId: service.ready.environments.production.companyId,
  });
  await at(page, "1063", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1063/ });
  await expect(panel.getByText("E-2071", { exact: false })).toHaveCount(0);
  await panel.getByRole("button", { name: "Refresh equipment" }).click();
  await expect(panel.getByText("1 attached on the server")).toBeVisible();
  await expect(panel.getByRole("button", { name: "E-2071 Engcon EC219" })).toBeVisible();
  await panel.getByRole("button", { name: "E-2071 Engcon EC219" }).scrollIntoViewIfNeeded();
  await picture(page, "machines-equipment");
});
