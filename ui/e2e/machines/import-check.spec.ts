import { expect } from "@playwright/test";
import { calls, expectAccessible, test } from "../fixtures";
import { checkFile, picture } from "./machines";

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
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Undo the whole import" })).toBeVisible();
  await expect(page.getByText("3 rows with errors were skipped.")).toBeVisible();
  await page.getByRole("button", { name: "Save 3 rows with errors…" }).click();
  await expect.poll(async () => (await calls(page, "saveBadRows")).length).toBe(1);
  await expectAccessible(page);
});

for (const [language, words] of [
  ["en", ["There is no machine 12O4", "“elleve” is not a number"]],
  ["nb", ["Det finnes ingen maskin 12O4", "«elleve» er ikke et tall"]],
  ["sv", ["Det finns ingen maskin 12O4", "”elleve” är inget tal"]],
] as const)
  test(`why a row stays out is said in ${language}`, async ({ page }) => {
    await checkFile(page, { language });
    for (const each of words) await expect(page.getByText(each, { exact: false })).toBeVisible();
  });

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(`pictures, ${theme}`, () => {
    test("the outcome of an import", async ({ page }) => {
      await checkFile(page, { theme });
      await page.keyboard.press("Control+Enter");
      await expect(page.getByText("4 rows with errors were skipped.")).toBeVisible();
      await picture(page, `machines-imported${dark}`);
    });
  });
}
