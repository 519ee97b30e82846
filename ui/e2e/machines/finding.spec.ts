import { expect } from "@playwright/test";
import { test } from "../fixtures";
import { openMachines } from "./machines";

test("search, views, filters and columns decide what is seen, and nothing matching says what hides it", async ({
  page,
}) => {
  await openMachines(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("a30g");
  await expect(page.getByText("5 of 70", { exact: false })).toBeVisible();
  await page.keyboard.type(" finnes ikke");
  await expect(page.getByText("No machine matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Blocked/ })
    .click();
  await expect(page.getByText("4 of 70", { exact: false })).toBeVisible();
  await page.getByRole("toolbar").getByRole("button", { name: /^All/ }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("checkbox", { name: "Fjell" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Remove the filter Department: Fjell/ })).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Serial number" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Serial number" })).toBeAttached();
});

test("a view of one's own is named by keyboard, chosen again and removed", async ({ page }) => {
  await page.setViewportSize({ width: 1_920, height: 1_000 });
  await openMachines(page);
  const toolbar = page.getByRole("toolbar");
  const more = toolbar.getByRole("button", { name: "More", exact: true });
  await page.getByRole("textbox", { name: "Search machines" }).fill("a30g");
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Save this view…" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name of the view" })).toBeFocused();
  await page.keyboard.type("Dumpers");
  await page.keyboard.press("Enter");
  const own = toolbar.getByRole("button", { name: "Dumpers" });
  await expect(own).toHaveAttribute("aria-pressed", "true");
  await toolbar.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("textbox", { name: "Search machines" }).fill("");
  await expect(page.getByText("5 of 70", { exact: false })).toHaveCount(0);
  await own.click();
  await expect(page.getByText("5 of 70", { exact: false })).toBeVisible();
  await more.click();
  await page.getByRole("menuitem", { name: /Dumpers/ }).click();
  await expect(own).toHaveCount(0);
});
