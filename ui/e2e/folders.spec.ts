import { expect, type Page } from "@playwright/test";
import { calls, emit, expectAccessible, open, test } from "./desk";

/** Opens the list of synced folders and waits for one of them. */
async function openFolders(page: Page, query = ""): Promise<void> {
  await open(page, query === "" ? "fake=" : query);
  await page.getByRole("link", { name: /Synced folders/ }).click();
  await expect(page.getByRole("heading", { name: "Synced folders", level: 1 })).toBeVisible();
}
/** Ends the time for undo. */
async function carryOut(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Just done" }).getByRole("button", { name: "Close" }).last().click();
}
const row = (page: Page, name: RegExp) => page.getByRole("listitem", { name });

test("a folder is added by dialog: project, sections with their names, the plan, and only then anything is sent", async ({
  page,
}) => {
  await openFolders(page);
  await page.getByRole("button", { name: "Add folder…" }).click();
  await page.getByRole("button", { name: "Choose folder…" }).click();
  await page.getByRole("textbox", { name: "Number or name" }).fill("sandnes");
  await page.getByRole("button", { name: /P-2026-004/ }).click();
  const bySubfolder = page.getByRole("radio", { name: "A section for each subfolder" });
  await bySubfolder.check();
  const dot = page.locator(".mantine-Radio-inner", { has: bySubfolder }).locator("svg");
  expect((await dot.boundingBox())?.width, "a dot inside its circle").toBeLessThan(12);
  await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
  await expect(page.getByText("“Tegninger VA” goes to the same section too", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("110 new")).toBeVisible();
  await expect(page.getByText("11 only on the page, left alone")).toBeVisible();
  expect(await calls(page, "startFolder"), "nothing is sent by looking").toEqual([]);
  await page.getByRole("button", { name: "Start: send 110 files" }).click();
  await expect(row(page, /Working\. Tegninger etappe 3/)).toBeVisible();
});

test("a folder that is dropped on the list begins the wizard with it", async ({ page }) => {
  await openFolders(page, "fake=noFolders");
  await emit(page, "dragMoved", { x: 700, y: 400, files: 112, folders: 4, bytes: 503_000_000, counting: false });
  await expect(page.getByText("Add as a synced folder")).toBeVisible();
  await emit(page, "dragDropped", { dropId: "d1", x: 700, y: 400, files: 112, folders: 4, bytes: 503_000_000 });
  await expect(page.getByRole("heading", { name: "Which project or work order" })).toBeVisible();
  expect(await calls(page, "folderOfDrop")).toEqual([["d1"]]);
  expect(await calls(page, "planDrop"), "it is no drop of documents").toEqual([]);
});

test("Review walks through everything that needs somebody, and says when it is done", async ({ page }) => {
  await openFolders(page);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  // The one with most at stake: unusually many are gone.
  await expect(page.getByText("61 of 214 are gone.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Put back in the folder" }).click();
  await page.getByRole("button", { name: "Next folder: Tegninger VA" }).click();
  await expect(page.getByRole("heading", { name: "HA-201 Plan og profil 0–450.pdf" })).toBeVisible();
});

test("every state that asks for somebody has its case, and every count its list", async ({ page }) => {
  await openFolders(page, "fake=stuckFolders");
  await expect(page.getByText("2 folders need you")).toBeVisible();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Upload current version" }).click();
  expect(await calls(page, "uploadAsItIs")).toEqual([["logg", { section: "Logg", name: "Loggskjema pumpe 1.xlsx" }]]);
  await page.getByRole("button", { name: "Next folder: Tegninger Retvet" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await calls(page, "compareFolder")).toEqual([["lukket"]]);
  await page
    .getByRole("link", { name: /Synced folders/ })
    .first()
    .click();
  await row(page, /Film befaring/)
    .getByRole("button", { name: /^Show/ })
    .click();
  await expect(page.getByRole("tab", { name: /Not uploaded ?3/, selected: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /befaring|K-201/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Try 2 files again" }).click();
  expect(await calls(page, "compareFolder")).toEqual([["lukket"], ["film"]]);
});

test("a conflict is decided by key, and the next one is there", async ({ page }) => {
  await openFolders(page);
  await row(page, /Tegninger VA/)
    .getByRole("button", { name: /^Review/ })
    .click();
  await expect(page.getByRole("heading", { name: "HA-201 Plan og profil 0–450.pdf" })).toBeVisible();
  await expect(page.getByText("Crews get yours now.", { exact: false })).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { name: /^HB-111/ })).toBeVisible();
  // Nothing is sent while it can be undone; Ctrl Z brings it back as it was.
  expect(await calls(page, "resolveConflicts")).toEqual([]);
  await page.keyboard.press("Control+z");
  await page.getByRole("option", { name: /HA-201/ }).click();
  await page.keyboard.press("1");
  await carryOut(page);
  await expect.poll(() => calls(page, "resolveConflicts")).toHaveLength(1);
  expect(await calls(page, "resolveConflicts")).toEqual([
    [
      "va",
      [{ section: "Tegninger VA", name: "HA-201 Plan og profil 0–450.pdf", fileReferenceIds: ["r1"] }],
      "local",
      null,
    ],
  ]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
});

test("deletes wait for a yes: only those ticked go, and many are asked for once more", async ({ page }) => {
  await openFolders(page);
  await row(page, /Tegninger VA/)
    .getByRole("button", { name: /^Review/ })
    .click();
  await page.getByRole("option", { name: /3 files removed together/ }).click();
  await page.getByRole("checkbox", { name: /HA-099/ }).uncheck();
  await page.getByRole("button", { name: "Remove 2 from the page" }).click();
  await expect(page.getByRole("option", { name: /1 file removed/ })).toBeVisible();
  expect(await calls(page, "decideGone"), "it can still be undone").toHaveLength(0);
  await carryOut(page);
  await expect.poll(() => calls(page, "decideGone")).toHaveLength(1);

  await page
    .getByRole("link", { name: /Synced folders/ })
    .first()
    .click();
  await row(page, /Stikningsdata/)
    .getByRole("button", { name: /^Review/ })
    .click();
  await page.getByRole("button", { name: "Remove 61 from the page" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove 61 documents from the page?" });
  await expect(dialog).toBeVisible();
  expect(await calls(page, "decideGone")).toHaveLength(1);
  await dialog.getByRole("button", { name: "Remove 61 from the page" }).click();
  await expect(page.getByText("Nothing needs you here.")).toBeVisible();
});

test("old content comes back from the history", async ({ page }) => {
  await openFolders(page);
  await page.getByRole("link", { name: "HMS felles" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: /^Restore: HA-305/ }).click();
  await expect(
    page.getByText("HA-305 Kum SK14–SK19.dwg is restored to the folder and will be uploaded.").first(),
  ).toBeVisible();
  expect(await calls(page, "restoreVersion")).toEqual([[496]]);
});

test("any file is explained, and found in its folder", async ({ page }) => {
  await openFolders(page);
  await page.keyboard.press("w");
  await page.keyboard.type("k-202");
  // Two revisions fit what was typed.
  await expect(page.getByText("Open in AutoCAD LT", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Show in Armering bru" }).first().click();
  await expect(page.getByRole("tab", { name: /Not uploaded/, selected: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /K-202 Armering/ })).toBeVisible();
});

test("the worst folder is told everywhere, and the counter goes when nobody is needed", async ({ page }) => {
  await open(page, "fake=");
  await expect(page.getByRole("button", { name: "Synced folders: 2 need you" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Synced folders. 2 folders need you" })).toBeVisible();
  await open(page, "fake=calmFolders");
  await expect(page.getByRole("button", { name: "Synced folders: in step" })).toBeVisible();
});

test("both sides of a conflict are fetched to be compared, and theirs has a size then", async ({ page }) => {
  await page.goto("/?fake=#/folders/va/needs");
  await page.getByRole("option", { name: /HB-111/ }).click();
  await page.getByRole("button", { name: "Fetch and compare" }).click();
  await expect(page.getByRole("button", { name: "Open both side by side" })).toBeVisible();
  expect(await calls(page, "compareConflict")).toHaveLength(1);
});

test("settings of synced folders: rules are tried before they hold, a list says of each folder what became of it", async ({
  page,
}) => {
  await page.goto("/?fake=#/settings");
  const rules = page.getByRole("region", { name: "Own ignore rules" });
  await rules.getByRole("textbox").fill("*.bak");
  await rules.getByRole("button", { name: "What would change now?" }).click();
  await expect(rules.getByText("HA-201 Plan og profil 0–450.bak")).toBeVisible();
  expect(await calls(page, "setFolderSettings")).toEqual([]);
  await rules.getByRole("button", { name: "Use these rules" }).click();
  await expect(rules.getByText("In use.")).toBeVisible();
  const list = page.getByRole("region", { name: "New computer" });
  await list.getByRole("button", { name: "Import a list…" }).click();
  await expect(list.getByText("2 folders were not taken:")).toBeVisible();
  await page.getByRole("region", { name: "Pause" }).getByRole("button", { name: "Until tomorrow 07:00" }).click();
  await page.getByRole("link", { name: /Synced folders/ }).click();
  await expect(page.getByRole("button", { name: "Go on", exact: true }).first()).toBeVisible();
});

/** The pictures of the README and the guide: FIELDDESK_PICTURES=1 npm run e2e. */
const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  await expectAccessible(page);
}

for (const theme of ["light", "dark"] as const) {
  const dark = theme === "dark" ? "-dark" : "";
  const at = async (page: Page, place: string, query = "fake=") => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/?${query}&theme=${theme}#/folders${place}`);
  };

  test.describe(`pictures, ${theme}`, () => {
    test("the list", async ({ page }) => {
      await at(page, "");
      await expect(row(page, /HMS felles/)).toBeVisible();
      await expect(page.getByText("12 replaced")).toBeVisible();
      await picture(page, `folders${dark}`);
    });

    test("none yet", async ({ page }) => {
      await at(page, "", "fake=noFolders");
      await expect(page.getByText("Keep a folder in step with a project")).toBeVisible();
      await picture(page, `folders-empty${dark}`);
    });

    test("states that no conflict explains", async ({ page }) => {
      await at(page, "", "fake=stuckFolders");
      await expect(row(page, /Pumpelogg/)).toBeVisible();
      await picture(page, `folders-stuck${dark}`);
      await at(page, "/logg/needs", "fake=stuckFolders");
      await expect(page.getByRole("button", { name: "Upload current version" })).toBeVisible();
      await picture(page, `folder-unsettled${dark}`);
      await at(page, "/lukket/needs", "fake=stuckFolders");
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
      await picture(page, `folder-stopped${dark}`);
      await at(page, "/film/waiting", "fake=stuckFolders");
      await expect(page.getByRole("row", { name: /befaring 2/ })).toBeVisible();
      await picture(page, `folder-not-uploaded${dark}`);
    });

    test("removing a connection", async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`/?fake=&theme=${theme}#/settings`);
      await page.getByRole("button", { name: "More for Strømhaug Anlegg", exact: true }).click();
      await page.getByRole("menuitem", { name: "Remove…" }).click();
      await expect(page.getByRole("dialog").getByText("Tegninger VA")).toBeVisible();
      await picture(page, `settings-remove${dark}`);
    });

    test("a conflict", async ({ page }) => {
      await at(page, "/va/needs");
      await expect(page.getByRole("button", { name: "Keep yours" })).toBeVisible();
      await picture(page, `folder-conflict${dark}`);
    });

    test("two with one name", async ({ page }) => {
      await at(page, "/va/needs");
      await page.getByRole("option", { name: /HB-140/ }).click();
      await expect(page.getByRole("button", { name: "Keep this one" }).first()).toBeVisible();
      await picture(page, `folder-twins${dark}`);
    });

    test("many gone", async ({ page }) => {
      await at(page, "/stikning/needs");
      await expect(page.getByText("61 of 214 are gone.", { exact: false })).toBeVisible();
      await picture(page, `folder-gone${dark}`);
    });

    for (const tab of ["files", "history", "activity", "settings"] as const) {
      test(tab, async ({ page }) => {
        await at(page, `/va/${tab}`);
        await expect(page.getByRole("tab", { selected: true })).toBeVisible();
        const known = page.getByText(/HA-101|46 verified|Never remove from the page/);
        await expect(known.filter({ visible: true }).first()).toBeVisible();
        await picture(page, `folder-${tab}${dark}`);
      });
    }

    test("their settings", async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`/?fake=&theme=${theme}#/settings`);
      const rules = page.getByRole("region", { name: "Own ignore rules" });
      await rules.getByRole("textbox").fill("*.bak");
      await rules.getByRole("button", { name: "What would change now?" }).click();
      await page.getByRole("button", { name: "Import a list…" }).click();
      await expect(page.getByText("2 folders were not taken:")).toBeVisible();
      await page.getByRole("heading", { name: "Synced folders" }).evaluate((title) => title.scrollIntoView());
      await picture(page, `settings-folders${dark}`);
    });

    test("the wizard", async ({ page }) => {
      await at(page, "/new");
      await page.getByRole("button", { name: "Choose folder…" }).click();
      await page.getByRole("button", { name: /P-2026-004/ }).click();
      await page.getByRole("radio", { name: "A section for each subfolder" }).check();
      await expect(page.getByText("Pumpestasjon - Armering")).toBeVisible();
      await picture(page, `folder-wizard-sections${dark}`);
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByRole("button", { name: "Start: send 110 files" })).toBeVisible();
      await picture(page, `folder-wizard${dark}`);
    });
  });
}

test("a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await openFolders(page);
  await expect(row(page, /HMS felles/)).toBeVisible();
  await picture(page, "folders-narrow");
  await row(page, /Tegninger VA/)
    .getByRole("button", { name: /^Review/ })
    .click();
  await expect(page.getByRole("button", { name: "Keep both" })).toBeVisible();
  await picture(page, "folder-conflict-narrow");
  await page.goto("/?fake=#/settings");
  await page.getByRole("region", { name: "Pause" }).evaluate((part) => part.scrollIntoView());
  await picture(page, "settings-folders-narrow");
});

for (const language of ["nb", "sv"] as const) {
  test(`the longest words at 1366: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`/?fake=&lang=${language}#/folders`);
    await expect(row(page, /HMS felles/)).toBeVisible();
    await picture(page, `folders-${language}`);
    await page.goto(`/?fake=&lang=${language}#/folders/va/needs`);
    await expect(page.getByRole("option", { name: /HA-201/ })).toBeVisible();
    await picture(page, `folder-conflict-${language}`);
  });
}
