/** The pictures of the synced folders, in the README and the guide too; axe looks at each screen in light and dark. */

import { expect, type Page } from "@playwright/test";
import { closedProject, drawingsThatAsk, everyState, manyDeleted, picturesInConflict, stuck } from "../desktop/office";
import { type Begin, desktopOf, expectAccessible, open, prepare, show, test } from "../fixtures";
import { row } from "./folders";
import { importList } from "./import-list";

/** The committed pictures change only when somebody asks for new ones: FIELDDESK_PICTURES=1 npm run e2e. */
const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

const caseOf = (page: Page, name: RegExp) => page.getByRole("option", { name });

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  const begin: Begin = { theme };

  test.describe(theme, () => {
    test("every state, and how one is added", async ({ page, desktop }) => {
      test.slow();
      await prepare(page, begin);
      await everyState(desktop);
      await show(page, "/folders");
      await expect(row(page, /Synced\. HMS felles/)).toBeVisible();
      await expect(row(page, /Syncing\. Modeller skole/)).toBeVisible();
      await picture(page, `folders${dark}`);

      await show(page, "/folders/new");
      await desktop.app.choose(desktop.app.path("Tegninger etappe 3"));
      desktop.app.write("Tegninger etappe 3/Pumpestasjon/Armering/1.pdf");
      for (const at of [1, 2, 3]) desktop.app.write(`Tegninger etappe 3/Grøft/HC-10${at} Grøft plan ${at}.pdf`);
      await page.getByRole("button", { name: "Choose folder…" }).click();
      await page.getByRole("button", { name: /P-2026-004/ }).click();
      await page.getByRole("radio", { name: "A section for each subfolder" }).check();
      await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
      await picture(page, `folder-wizard-sections${dark}`);
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByRole("button", { name: "Start: upload 4 files" })).toBeVisible();
      await picture(page, `folder-wizard${dark}`);
    });

    test("none yet", async ({ page }) => {
      await open(page, { ...begin, at: "/folders" });
      await expect(page.getByText("Sync a folder with a project")).toBeVisible();
      await picture(page, `folders-empty${dark}`);
    });

    test("states that no conflict explains", async ({ page, desktop }) => {
      await prepare(page, begin);
      const { log, closed, film } = await stuck(desktop);
      await show(page, "/folders");
      await expect(row(page, /Pumpelogg/)).toBeVisible();
      await picture(page, `folders-stuck${dark}`);
      await show(page, `/folders/${log}/needs`);
      await expect(page.getByRole("button", { name: "Upload current version" })).toBeVisible();
      await picture(page, `folder-unsettled${dark}`);
      await show(page, `/folders/${closed}/needs`);
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
      await picture(page, `folder-stopped${dark}`);
      await show(page, `/folders/${film}/waiting`);
      await expect(page.getByRole("row", { name: /befaring 2/ })).toBeVisible();
      await picture(page, `folder-not-uploaded${dark}`);
    });

    test("a folder, its conflicts and its tabs", async ({ page, desktop }) => {
      await prepare(page, begin);
      const va = await drawingsThatAsk(desktop);
      await show(page, `/folders/${va}/needs`);
      await expect(page.getByRole("button", { name: "Keep your version" })).toBeVisible();
      await picture(page, `folder-conflict${dark}`);
      await caseOf(page, /HB-140/).click();
      await expect(page.getByRole("button", { name: "Keep this one" }).first()).toBeVisible();
      await picture(page, `folder-twins${dark}`);
      for (const [tab, known] of [
        ["files", "HA-101 Oversiktsplan VA rev C.pdf"],
        ["history", "Nothing was replaced or deleted yet."],
        ["activity", "5 new"],
        ["settings", "Never delete from the project"],
      ] as const) {
        await show(page, `/folders/${va}/${tab}`);
        await expect(page.getByRole("tab", { selected: true })).toBeVisible();
        await expect(page.getByText(known).filter({ visible: true }).first()).toBeVisible();
        await picture(page, `folder-${tab}${dark}`);
      }
    });

    test("both sides of a conflict as pictures", async ({ page, desktop }) => {
      await prepare(page, begin);
      const id = await picturesInConflict(desktop);
      for (const [width, height, size] of [
        [1920, 1080, ""],
        [1366, 768, "-1366"],
      ] as const) {
        await page.setViewportSize({ width, height });
        await show(page, `/folders/${id}/needs`);
        await caseOf(page, /HA-401/).click();
        if (size === "") await page.getByRole("button", { name: "Download and compare" }).click();
        await expect(page.getByRole("button", { name: /^Preview of/ })).toHaveCount(2);
        await picture(page, `folder-conflict-pictures${size}${dark}`);
      }
      await caseOf(page, /HA-403/).click();
      await page.getByRole("button", { name: "Open", exact: true }).last().click();
      await expect(page.getByRole("button", { name: /^Preview of/ })).toHaveCount(2);
      await picture(page, `folder-twins-pictures${dark}`);
    });

    test("many gone", async ({ page, desktop }) => {
      await prepare(page, begin);
      const id = await manyDeleted(desktop);
      await show(page, `/folders/${id}/needs`);
      await expect(page.getByText("14 of 34 are listed here.", { exact: false })).toBeVisible();
      await picture(page, `folder-gone${dark}`);
    });

    test("their settings, and removing their connection", async ({ page, desktop }) => {
      await prepare(page, begin);
      await manyDeleted(desktop);
      await closedProject(desktop);
      await show(page, "/settings");
      const rules = page.getByRole("region", { name: "Custom ignore rules" });
      await rules.getByRole("textbox").fill("* 19?.csv\n*2?0.csv");
      await rules.getByRole("button", { name: "Preview changes" }).click();
      await expect(rules.getByText(/files would be ignored/)).toBeVisible();
      await importList(desktop);
      await page.getByRole("button", { name: "Import a list…" }).click();
      await expect(page.getByText("2 folders were not imported:")).toBeVisible();
      await page.getByRole("heading", { name: "Synced folders" }).evaluate((title) => title.scrollIntoView());
      await picture(page, `settings-folders${dark}`);

      await show(page, "/settings");
      await page.getByRole("button", { name: /^More for Fjordvik Anlegg AS/ }).click();
      await page.getByRole("menuitem", { name: "Remove…" }).click();
      await expect(page.getByRole("dialog").getByText("Stikningsdata Tengesdal", { exact: true })).toBeVisible();
      await picture(page, `settings-remove${dark}`);
    });
  });
}

test("a narrow window, and the longest words at 1366", async ({ page, desktop }) => {
  test.slow();
  await prepare(page);
  const { va } = await everyState(desktop);
  await page.setViewportSize({ width: 1024, height: 640 });
  await show(page, "/folders");
  await expect(row(page, /Synced\. HMS felles/)).toBeVisible();
  await picture(page, "folders-narrow");
  await show(page, `/folders/${va}/needs`);
  await expect(page.getByRole("button", { name: "Keep both" })).toBeVisible();
  await picture(page, "folder-conflict-narrow");
  await show(page, "/settings");
  await page.getByRole("region", { name: "Pause" }).evaluate((part) => part.scrollIntoView());
  await picture(page, "settings-folders-narrow");

  await page.setViewportSize({ width: 1366, height: 768 });
  for (const language of ["nb", "sv"] as const) {
    await desktopOf(page).app.settings({ language });
    await show(page, "/folders");
    await expect(row(page, /HMS felles/)).toBeVisible();
    await picture(page, `folders-${language}`);
    await show(page, `/folders/${va}/needs`);
    await expect(caseOf(page, /HA-201/)).toBeVisible();
    await picture(page, `folder-conflict-${language}`);
  }
});
