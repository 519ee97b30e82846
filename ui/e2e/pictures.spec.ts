/** Takes the pictures of the README and the guide, and lets axe look at each screen in light and dark. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { revision } from "./desktop/files";
import { dragOver, expectAccessible, open, openDocuments, openTransfers, prepare, test } from "./fixtures";
import { failConnection, openPlan, openSending, sendTooLarge } from "./scenes";

/** The committed pictures change only when somebody asks for new ones: FIELDDESK_PICTURES=1 npm run e2e. */
const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function picture(page: Page, name: string): Promise<void> {
  // The pointer would leave a row lit up.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  test.describe(theme, () => {
    test("first start", async ({ page }) => {
      await open(page, { connection: "none", theme });
      await expect(page.getByRole("button", { name: /sample data/i }).first()).toBeVisible();
      await picture(page, `first-start${dark}`);
    });

    test("documents", async ({ page }) => {
      await openDocuments(page, { theme });
      await page.getByRole("row", { name: /Arbeidsvarsling plan 7/ }).click();
      await page.getByRole("row", { name: /Riggplan/ }).click({ modifiers: ["Control"] });
      await expect(page.getByText("2 selected")).toBeVisible();
      await picture(page, `documents${dark}`);
    });

    test("lost data", async ({ page, desktop: { app } }) => {
      await prepare(page, { theme });
      await app.restart((data) => {
        for (const name of ["fielddesk.sqlite", "sync.sqlite"]) {
          for (const end of ["-wal", "-shm"]) rmSync(join(data, `${name}${end}`), { force: true });
          writeFileSync(join(data, name), "no database");
        }
      });
      await openDocuments(page, { theme });
      await expect(page.getByText("was damaged")).toBeVisible();
      await picture(page, `data-loss${dark}`);
    });

    test("an empty page", async ({ page }) => {
      await open(page, { used: "P-2026-003", theme });
      await expect(page.getByText("No documents in the project yet")).toBeVisible();
      await picture(page, `documents-empty${dark}`);
    });

    test("dragging", async ({ page, desktop: { app } }) => {
      await openDocuments(page, { theme });
      await expect(page.getByRole("row", { name: /HMS og rigg/ })).toBeVisible();
      await dragOver(page, revision(app), "HMS og rigg", page.getByText("section HMS og rigg", { exact: false }));
      await page.screenshot({ path: `${folder}/dragging${dark}.png`, animations: "disabled" });
    });

    test("the drop plan", async ({ page, desktop: { app } }) => {
      await openDocuments(page, { theme });
      const paths = revision(app);
      const at = await dragOver(page, paths, "P-2026-004", page.locator("[data-drop-hot]"));
      await app.drag({ step: "drop", paths, ...at });
      await expect(page.getByRole("button", { name: /need a choice/ })).toBeVisible();
      await picture(page, `drop-plan${dark}`);
    });

    test("sending", async ({ page }) => {
      await openSending(page, { theme });
      await openTransfers(page);
      await expect(page.getByText(/Uploading \d of \d/)).toBeVisible();
      await picture(page, `sending${dark}`);
    });

    test("failing", async ({ page }) => {
      await openDocuments(page, { theme });
      await sendTooLarge(page);
      await openTransfers(page);
      await expect(page.getByRole("heading", { name: /Failed/ })).toBeVisible();
      await picture(page, `failing${dark}`);
    });

    test("settings", async ({ page }) => {
      await openDocuments(page, { theme });
      await page.keyboard.press("Control+,");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await picture(page, `settings${dark}`);
    });
  });
}

test("a connection that fails", async ({ page }) => {
  await open(page, { connection: "none" });
  await failConnection(page);
  await picture(page, "connect-failed");
});

test("a text with both environments, and addresses under the wrong one", async ({ page, desktop: { service } }) => {
  const { identityUrl, baseUrl } = service.ready.environments.test;
  await open(page, { connection: "none", language: "nb" });
  await page
    .getByRole("button", { name: /Koble til/ })
    .first()
    .click();
  const box = page.getByRole("textbox", { name: /Lim inn/ });
  await box.fill("Test:\nClient ID: t\nClient secret: ts\n\nProduction:\nClient ID: p\nClient secret: ps\n");
  await page.getByRole("textbox", { name: "Klient-ID" }).click();
  await expect(page.getByRole("button", { name: "Bruk Test" })).toBeVisible();
  await picture(page, "connect-both");
  await page.getByRole("button", { name: "Bruk Test" }).click();
  await page.getByText("Adresser", { exact: true }).click();
  await page.getByRole("textbox", { name: "Klient-ID" }).fill("strh-kontor-90ab17");
  await box.fill(
    `Environment: Test\nIdentity: ${identityUrl}\nAPI: ${baseUrl}\nClient ID: strh-kontor\nSecret: not-the-secret`,
  );
  await page.getByRole("textbox", { name: "Klient-ID" }).click();
  await page.getByText("Produksjon", { exact: true }).click();
  await page.getByRole("button", { name: /^Kontroller/ }).click();
  await expect(page.getByRole("heading", { name: "Disse adressene hører til Test" })).toBeVisible();
  await picture(page, "connect-mismatch");
});

test("a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await openSending(page);
  await picture(page, "narrow");
});

for (const [language, title] of [
  ["nb", "Se gjennom opplastingen"],
  ["sv", "Granska uppladdningen"],
] as const) {
  test(`the longest words at 1366: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openSending(page, { language });
    await picture(page, `documents-${language}`);
    await openPlan(page, title);
    await picture(page, `drop-plan-${language}`);
  });
}
