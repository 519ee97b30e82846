/** The screens of synced folders fit a narrow window in every language. */

import { expect } from "@playwright/test";
import { writeFolder } from "../desktop/folders";
import { everyState } from "../desktop/office";
import { desktopOf, prepare, show, test } from "../fixtures";
import { review, row } from "../folders/folders";
import { look } from "./look";
import { narrow } from "./narrow";
import { showWith, usual } from "./settings";
import { languages } from "./words";

test.use({ viewport: narrow });
test.slow();

test("synced folders in every state, one of them with its tabs, and how one is added", async ({ page }) => {
  const desktop = desktopOf(page);
  await prepare(page);
  const { va } = await everyState(desktop);
  await show(page, "/overview");
  await expect(page.getByRole("region", { name: "Uploaded today" }).getByRole("listitem").first()).toBeVisible();
  await look(page, "overview");

  await show(page, "/folders");
  await expect(row(page, /Synced\. HMS felles/)).toBeVisible();
  await look(page, "synced folders");
  // The chosen screen stands in bold, beside a counter.
  for (const language of languages) {
    await showWith(page, { language });
    const cut = await page
      .getByRole("navigation")
      .getByRole("link")
      .evaluateAll((entries) => entries.filter((entry) => entry.scrollWidth > entry.clientWidth).length);
    expect(cut, `names of screens, ${language}`).toBe(0);
  }
  await showWith(page, usual);
  await review(page, /Stikningsdata/);
  await expect(page.getByText("14 of 34 are listed here.", { exact: false })).toBeVisible();
  await look(page, "many deleted files");

  await show(page, `/folders/${va}/needs`);
  await expect(page.getByRole("button", { name: "Keep your version" })).toBeVisible();
  await look(page, "conflict");
  for (const [item, sign] of [
    [/HB-140/, "Keep this one"],
    [/3 files deleted together/, /^Delete 3 from the project/],
  ] as const) {
    await page.getByRole("option", { name: item }).click();
    await expect(page.getByRole("button", { name: sign }).first()).toBeVisible();
    await look(page, `case ${item.source}`);
  }
  for (const [tab, known] of [
    ["files", "HA-101 Oversiktsplan VA rev C.pdf"],
    ["activity", "4 new"],
    ["settings", "Never delete from the project"],
  ] as const) {
    await show(page, `/folders/${va}/${tab}`);
    await expect(page.getByText(known).filter({ visible: true }).first()).toBeVisible();
    await look(page, `folder, ${tab}`);
  }

  await show(page, "/activity");
  await expect(page.getByText("4 new", { exact: false }).first()).toBeVisible();
  await look(page, "activity", { part: "main", fresh: true });

  await show(page, "/folders/new");
  await desktop.app.choose(
    writeFolder(desktop.app, {
      name: "Tegninger etappe 3",
      files: ["Grøft/HC-101.pdf", "Pumpestasjon/Armering/1.pdf"],
    }),
  );
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await expect(page.getByRole("heading", { name: "Which project or work order" })).toBeVisible();
  await look(page, "wizard, place", { part: "main", fresh: true });
  await page.getByRole("button", { name: /P-2026-004/ }).click();
  await page.getByRole("radio", { name: "A section for each subfolder" }).check();
  await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
  await look(page, "wizard, sections");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("button", { name: "Start: upload 2 files" })).toBeVisible();
  await look(page, "wizard, plan");
});
