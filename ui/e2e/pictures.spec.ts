/** Takes the pictures of the README and the guide, and lets axe look at each screen in light and dark. */

import { expect, type Page } from "@playwright/test";
import { dragOver, emit, expectAccessible, open, openDocuments, openTransfers, test } from "./desk";

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
  const with_ = (query: string) => `${query}&theme=${theme}`;

  test.describe(theme, () => {
    test("first start", async ({ page }) => {
      await open(page, with_("fake=first"));
      await expect(page.getByRole("button", { name: /sample data/i }).first()).toBeVisible();
      await picture(page, `first-start${dark}`);
    });

    test("documents", async ({ page }) => {
      await openDocuments(page, with_("fake="));
      await page.getByRole("row", { name: /Arbeidsvarsling plan 7/ }).click();
      await page.getByRole("row", { name: /Riggplan/ }).click({ modifiers: ["Control"] });
      await expect(page.getByText("2 selected")).toBeVisible();
      await picture(page, `documents${dark}`);
    });

    test("lost data", async ({ page }) => {
      await openDocuments(page, with_("fake=dataLoss,syncStateLoss"));
      await expect(page.getByText("was damaged")).toBeVisible();
      await picture(page, `data-loss${dark}`);
    });

    test("an empty page", async ({ page }) => {
      await openDocuments(page, with_("fake=emptyPage"));
      await expect(page.getByText("Nothing on the page yet")).toBeVisible();
      await picture(page, `documents-empty${dark}`);
    });

    test("dragging", async ({ page }) => {
      await openDocuments(page, with_("fake="));
      await expect(page.getByRole("row", { name: /HMS og rigg/ })).toBeVisible();
      await dragOver(page, "HMS og rigg", page.getByText("section HMS og rigg", { exact: false }));
      await page.screenshot({ path: `${folder}/dragging${dark}.png`, animations: "disabled" });
    });

    test("the drop plan", async ({ page }) => {
      await openDocuments(page, with_("fake="));
      const at = await dragOver(page, "P-2026-004", page.locator("[data-drop-hot]"));
      await emit(page, "dragDropped", { dropId: "d", ...at, files: 18, folders: 2, bytes: 226_000_000 });
      await expect(page.getByRole("button", { name: /need a choice/ })).toBeVisible();
      await picture(page, `drop-plan${dark}`);
    });

    test("sending", async ({ page }) => {
      await openDocuments(page, with_("fake=sending"));
      await openTransfers(page);
      await expect(page.getByText(/Sending 2 of 6/)).toBeVisible();
      await picture(page, `sending${dark}`);
    });

    test("failing", async ({ page }) => {
      await openDocuments(page, with_("fake=failing"));
      await openTransfers(page);
      await expect(page.getByRole("heading", { name: /Failed/ })).toBeVisible();
      await picture(page, `failing${dark}`);
    });

    test("settings", async ({ page }) => {
      await openDocuments(page, with_("fake="));
      await page.keyboard.press("Control+,");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await picture(page, `settings${dark}`);
    });
  });
}

test("a connection that fails", async ({ page }) => {
  await open(page, "fake=first&check=refused");
  await page
    .getByRole("button", { name: /connect/i })
    .first()
    .click();
  await page.getByRole("textbox", { name: /Client ID/ }).fill("strh-kontor-90ab17");
  await page.getByLabel(/Client secret/).fill("not-the-secret");
  // The first check asks for what is missing: the addresses unfold.
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Sign-in" }).fill("https://identity.feltdrift.example");
  await page.getByRole("textbox", { name: "Main service" }).fill("https://api.feltdrift.example");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("The service did not accept this client ID and secret", { exact: false }).first(),
  ).toBeVisible();
  await picture(page, "connect-failed");
});

test("a text with both environments, and addresses under the wrong one", async ({ page }) => {
  await open(page, "fake=first&lang=nb");
  await page
    .getByRole("button", { name: /Koble til/ })
    .first()
    .click();
  const box = page.getByRole("textbox", { name: /Lim inn/ });
  await box.fill("Test og production\nClient ID: strh-kontor\nSecret: not-the-secret");
  await page.getByRole("textbox", { name: "Klient-ID" }).click();
  await expect(page.getByRole("button", { name: "Bruk Test" })).toBeVisible();
  await picture(page, "connect-both");
  await page.getByRole("button", { name: "Bruk Test" }).click();
  await page.getByText("Adresser", { exact: true }).click();
  await page.getByRole("textbox", { name: "Klient-ID" }).fill("strh-kontor-90ab17");
  await box.fill("Environment: Test\nClient ID: strh-kontor\nSecret: not-the-secret");
  await page.getByRole("textbox", { name: "Klient-ID" }).click();
  await page.getByText("Produksjon", { exact: true }).click();
  await page.getByRole("button", { name: /^Kontroller/ }).click();
  await expect(page.getByRole("heading", { name: "Disse adressene hører til Test" })).toBeVisible();
  await picture(page, "connect-mismatch");
});

test("sample data whose database is lost", async ({ page }) => {
  await open(page, "fake=sampleLost");
  await expect(page.getByText(/^The database of the sample data/)).toBeVisible();
  await picture(page, "sample-lost");
});

test("a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await openDocuments(page, "fake=sending");
  await picture(page, "narrow");
});

for (const [language, title] of [
  ["nb", "Hva havner hvor"],
  ["sv", "Vad hamnar var"],
] as const) {
  test(`the longest words at 1366: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openDocuments(page, `fake=sending&lang=${language}`);
    await picture(page, `documents-${language}`);
    await page.keyboard.press("Control+o");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await picture(page, `drop-plan-${language}`);
  });
}
