import { expect } from "@playwright/test";
import { calls, test } from "../fixtures";
import { checkFile } from "./machines";

test("import by keyboard: F8 to the next bad row, Enter takes its repair, Ctrl Enter applies", async ({ page }) => {
  await checkFile(page);
  await page.keyboard.press("F8");
  await expect(page.getByRole("button", { name: "Use 1204" })).toBeFocused();
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  await expect(page.getByRole("button", { name: "Use 1204" }), "after the last comes the first").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 rows with errors are skipped")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 6 rows in Test" })).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Undo the whole import" })).toBeVisible();
  await expect(page.getByText("3 rows with errors were skipped.")).toBeVisible();
  await page.getByRole("button", { name: "Save 3 rows with errors…" }).click();
  await expect.poll(async () => (await calls(page, "saveBadRows")).length).toBe(1);
});
