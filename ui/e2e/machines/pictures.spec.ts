import { expect, type Page } from "@playwright/test";
import { expectAccessible, test } from "../desk";
import { at, cell, openMachines, select } from "./machines";

/** The pictures of the README and the guide: FIELDDESK_PICTURES=1 npm run e2e. */
const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(`pictures, ${theme}`, () => {
    test("full", async ({ page }) => {
      await openMachines(page, `fake=&theme=${theme}`);
      await picture(page, `machines${dark}`);
    });

    test("editing", async ({ page }) => {
      await openMachines(page, `fake=pendingEdits&theme=${theme}`);
      await at(page, "1204", "hourMeter");
      await expect(page.getByText("“80h66” is not a number")).toBeVisible();
      await picture(page, `machines-editing${dark}`);
    });

    test("blocking", async ({ page }) => {
      await openMachines(page, `fake=test&theme=${theme}`);
      await select(page, "1024", "1043", "E-2041", "1107");
      await page.keyboard.press("b");
      await expect(page.getByRole("button", { name: /Block check-in for 2 machines in Test/ })).toBeVisible();
      await picture(page, `machines-block${dark}`);
    });

    test("failing", async ({ page }) => {
      await openMachines(page, `fake=offline,pendingEdits&theme=${theme}`);
      await picture(page, `machines-offline${dark}`);
    });

    test("detail", async ({ page }) => {
      await openMachines(page, `fake=&theme=${theme}`);
      await at(page, "1021", "name");
      await page.keyboard.press("Alt+Enter");
      await expect(page.getByRole("complementary").getByRole("button", { name: /E-2060/ })).toBeVisible();
      await picture(page, `machines-detail${dark}`);
    });

    test("fuel", async ({ page }) => {
      await page.goto(`/?fake=&theme=${theme}#/machines/fuel`);
      await page.getByRole("checkbox", { name: "Select 1205" }).check();
      await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toBeVisible();
      await picture(page, `machines-fuel${dark}`);
    });

    test("importing", async ({ page }) => {
      await page.goto(`/?fake=test&theme=${theme}#/machines/import`);
      await page.getByRole("button", { name: "Choose a file…" }).click();
      await page.getByRole("button", { name: "Check the rows" }).click();
      await expect(page.getByText("4 bad rows stay out")).toBeVisible();
      await picture(page, `machines-import${dark}`);
    });
  });
}

for (const [language, title] of [
  ["nb", "Maskiner"],
  ["sv", "Maskiner"],
] as const)
  test(`narrow, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await page.goto(`/?fake=pendingEdits&lang=${language}#/machines`);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(cell(page, "1021", "machineNumber")).toBeVisible();
    await picture(page, `machines-narrow-${language}`);
  });
