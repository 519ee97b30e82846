import { expect, type Page } from "@playwright/test";
import { importFile } from "../desktop/files";
import { type Begin, hears, open, test } from "../fixtures";
import { at, checkFile, folder, leaveEdits, openMachines, picture, select } from "./machines";

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(`pictures, ${theme}`, () => {
    test("full", async ({ page }) => {
      await openMachines(page, { theme });
      await picture(page, `machines${dark}`);
    });

    test("filtered", async ({ page }) => {
      await openMachines(page, { theme });
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("checkbox", { name: "Fjell" }).check();
      await page.getByRole("checkbox", { name: "VA", exact: true }).check();
      await page.keyboard.press("Escape");
      await select(page, "1043", "1063");
      await picture(page, `machines-filtered${dark}`);
    });

    test("the row menu", async ({ page }) => {
      await openMachines(page, { theme });
      await at(page, "1107", "department");
      await page.keyboard.press("Shift+F10");
      await expect(page.getByRole("menuitem", { name: "Open details" })).toBeFocused();
      await picture(page, `machines-menu${dark}`);
    });

    test("a file over the machines", async ({ page, desktop: { app } }) => {
      await openMachines(page, { theme });
      await hears(page, "drag-moved");
      await app.drag({ step: "enter", paths: [importFile(app)], x: 900, y: 620 });
      await expect(page.getByText("Import into Machines").first()).toBeVisible();
      // Everything but the target is faded on purpose, so axe is not asked about its contrast.
      await page.screenshot({ path: `${folder}/machines-drag${dark}.png`, animations: "disabled" });
    });

    test("editing", async ({ page }) => {
      await openMachines(page, { theme });
      await leaveEdits(page);
      await at(page, "1204", "hourMeter");
      await expect(page.getByText("“80h66” is not a number")).toBeVisible();
      await picture(page, `machines-editing${dark}`);
    });

    test("blocking", async ({ page }) => {
      await openMachines(page, { connection: "test", theme });
      await select(page, "1024", "1043", "E-2041", "1107");
      await page.keyboard.press("b");
      await expect(page.getByRole("button", { name: /Block 2 machines in Test/ })).toBeVisible();
      await picture(page, `machines-block${dark}`);
    });

    test("failing", async ({ page, desktop: { service } }) => {
      await openMachines(page, { theme });
      await leaveEdits(page);
      await service.stop();
      await page.keyboard.press("Control+s");
      await expect(page.getByText("does not answer", { exact: false }).first()).toBeVisible({ timeout: 40_000 });
      await picture(page, `machines-offline${dark}`);
    });

    test("detail", async ({ page }) => {
      await openMachines(page, { theme });
      await at(page, "1021", "name");
      await page.keyboard.press("Alt+Enter");
      await expect(page.getByRole("complementary").getByRole("button", { name: "E-2060 Engcon EC226" })).toBeVisible();
      await picture(page, `machines-detail${dark}`);
    });

    test("fuel", async ({ page }) => {
      await open(page, { theme, at: "/machines/fuel" });
      await page.getByRole("checkbox", { name: "Select 1205" }).check();
      await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toBeVisible();
      await picture(page, `machines-fuel${dark}`);
    });

    test("importing", async ({ page }) => {
      await checkFile(page, { theme });
      await expect(page.getByText("4 rows with errors are skipped")).toBeVisible();
      await picture(page, `machines-import${dark}`);
    });
  });
}

for (const language of ["nb", "sv"] as const) {
  const openIn = async (page: Page, begin: Begin = {}) => {
    await openMachines(page, { ...begin, language });
    await expect(page.getByRole("heading", { name: "Maskiner", level: 1 })).toBeVisible();
    await leaveEdits(page);
  };

  test(`narrow, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await openIn(page);
    await picture(page, `machines-narrow-${language}`);
  });

  test(`the longest words at 1366: ${language}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1366, height: 768 });
    await openIn(page, { connection: "test" });
    await picture(page, `machines-${language}`);
    await at(page, "1021", "name");
    await page.keyboard.press("Alt+Enter");
    await expect(page.getByRole("complementary").getByRole("button", { name: "E-2060 Engcon EC226" })).toBeVisible();
    await picture(page, `machines-detail-${language}`);
    await page.keyboard.press("Escape");
    await select(page, "1024", "1043");
    await page.keyboard.press("b");
    await expect(page.getByRole("complementary")).toBeVisible();
    await picture(page, `machines-block-${language}`);
  });
}
