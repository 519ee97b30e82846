/** A message used lately stands whole in the panel that blocks machines. */

import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { blockBySwitch, cell, openMachines, select } from "../machines/machines";
import { narrow } from "./narrow";

test.use({ viewport: narrow });

test("a long message used lately takes two lines at 1366 pixels, and its title is the whole of it", async ({
  page,
}) => {
  await openMachines(page);
  const long = "Hydraulikkslange på bommen er skadet, maskinen skal til verksted på Forus og kommer tilbake på torsdag";
  await blockBySwitch(page, "1024", long);
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  await select(page, "1043");
  await page.keyboard.press("b");
  const chip = page.getByRole("complementary", { name: "Block check-in" }).getByRole("button", { name: long });
  await expect(chip).toHaveAttribute("title", long);
  await chip.scrollIntoViewIfNeeded();
  const [box, label] = await chip.evaluate((button) => {
    const text = button.querySelector("[class*=label]");
    return [button.getBoundingClientRect(), text?.getBoundingClientRect()];
  });
  expect(label?.right, "inside its chip").toBeLessThanOrEqual(box.right);
  expect(label?.left).toBeGreaterThanOrEqual(box.left);
});
