/** The screens of machines fit a narrow window in every language. */

import { expect } from "@playwright/test";
import { desktopOf, open, show, test } from "../fixtures";
import { at, cell, checkRows, chooseFile, leaveEdits, openMachines, select } from "../machines/machines";
import { look } from "./look";
import { narrow } from "./narrow";
import { showWith, usual } from "./settings";
import { languages, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("the grid, its menus and panels", async ({ page }) => {
  await openMachines(page);
  await look(page, "machines");
  for (const language of languages) {
    await showWith(page, { language, textSizePercent: 125 });
    const cut = await page.locator(".fd-cell-due").evaluateAll(
      (dates) =>
        dates.filter((date) => {
          const room = date.closest(".ag-cell")?.getBoundingClientRect();
          return room !== undefined && date.getBoundingClientRect().right > room.right;
        }).length,
    );
    expect(cut, `services that are due, ${language}`).toBe(0);
  }
  await showWith(page, usual);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Fjell" })).toBeVisible();
  await look(page, "filters", { part: ".mantine-Popover-dropdown", floats: true, fresh: true });
  await page.keyboard.press("Escape");

  await at(page, "1107", "department");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open details" })).toBeFocused();
  await look(page, "menu of a row", { part: "[role=menu]", floats: true });
  await page.keyboard.press("Escape");

  await cell(page, "1024", "blockCheckIn").getByRole("button").click();
  await expect(page.getByRole("textbox", { name: "Message to crews for 1024" })).toBeFocused();
  await look(page, "block one machine", { part: ".mantine-Popover-dropdown", floats: true, fresh: true });
  await page.keyboard.press("Escape");

  await select(page, "1024", "1043");
  await look(page, "selected machines", { part: "[data-pane=bar]", floats: true });
  await page.getByRole("button", { name: "Block check-in", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "Block check-in" })).toBeVisible();
  await look(page, "block machines", { part: "aside" });
  await page.keyboard.press("Escape");

  await leaveEdits(page);
  await at(page, "1021", "name");
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByRole("complementary").getByRole("button", { name: "E-2060 Engcon EC226" })).toBeVisible();
  await look(page, "unsaved changes and a machine", { part: "aside" });
});

test("fuel data and the steps of an import", async ({ page }) => {
  await open(page, { at: "/machines/fuel" });
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toBeVisible();
  await look(page, "fuel data");

  await show(page, "/machines/import");
  await expect(page.getByRole("button", { name: "Choose a file…" })).toBeVisible();
  await look(page, "import, file", { part: "main", fresh: true });
  await chooseFile(page);
  await look(page, "import, columns", { part: "main", fresh: true });
  await checkRows(page);
  await look(page, "import, rows");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("4 rows with errors were skipped.")).toBeVisible();
  await look(page, "import, outcome");
});

test("an import with an hour meter that goes down", async ({ page }) => {
  const { app } = desktopOf(page);
  await open(page, { at: "/machines/import" });
  const name = "Volvo EC250E med rotortilt, to skuffer og en lang benevnelse";
  await app.choose(
    app.write("Timer.csv", `Machine number;Name;Type;Hour meter\n1021;${name};;1\n1024;;There is none;1\n`),
  );
  await page.getByRole("button", { name: /^Choose a file/ }).click();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByRole("row").getByText("Lower than before")).toBeVisible();
  const skip = page.getByRole("button", { name: "Skip value" });
  await expect(skip, "whatever is long before it").toBeInViewport({ ratio: 1 });
  await lookAtWords(page, "an hour meter that goes down");
  await skip.click();
  await expect(page.getByText("No errors are left")).toBeVisible();
  await expect(page.getByRole("row").getByText("Lower than before"), "in the row that was corrected, too").toHaveCount(
    2,
  );
  await lookAtWords(page, "an hour meter that goes down in a row that had an error");
});
