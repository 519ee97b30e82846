import { expect, type Page } from "@playwright/test";
import { paths } from "../desktop/service";
import { calls, desktopOf, test } from "../fixtures";
import { at, cell, id, openMachines } from "./machines";

async function type(page: Page, number: string, column: string, text: string): Promise<void> {
  await at(page, number, column);
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** Two machines are edited while somebody else reads the hours of one and deletes the other; then they are saved. */
async function meetSomebodyElse(page: Page) {
  const { service } = desktopOf(page);
  await openMachines(page);
  await type(page, "1112", "hourMeter", "9999");
  await type(page, "1112", "department", "VA");
  await type(page, "1205", "hourMeter", "9999");
  await service.call("production", "PATCH", `${paths.machines}/${id(page, "1112")}`, { hourMeter: 4163 });
  await service.call("production", "DELETE", `${paths.machines}/${id(page, "1205")}`);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /^Save/ })).toBeFocused();
  await page.keyboard.press("Enter");
  return page.getByRole("complementary", { name: /^Changes/ });
}

test("saving again before the choice tells what waits; the choice and a save send the whole machine", async ({
  page,
}) => {
  const panel = await meetSomebodyElse(page);
  await expect(panel.getByText("Deleted meanwhile")).toBeVisible();
  await expect(panel.getByText("Not saved: changed by someone else meanwhile")).toBeVisible();
  await expect(panel.getByText("your value 9 999, on the server 4 163", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "2 need action" })).toBeVisible();
  await page.keyboard.press("Control+s");
  const waiting = page.getByRole("complementary", { name: "2 values need action" });
  await expect(waiting.getByText("1 other change of the same machines waits with them.")).toBeVisible();
  expect(await calls(page, "saveEdits")).toHaveLength(1);
  await expect(waiting.getByText("1 change of a machine that was deleted meanwhile")).toBeVisible();
  await waiting.getByRole("button", { name: "Remove from the list" }).click();
  await page.getByRole("button", { name: "Your value: 9 999" }).click();
  // Nothing is left to decide, so nothing is left to show.
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(page.getByText("unsaved change", { exact: false })).toHaveCount(0);
  await expect(cell(page, "1112", "hourMeter")).toHaveText("9 999");
  await expect(cell(page, "1112", "department")).toHaveText("VA");
});
