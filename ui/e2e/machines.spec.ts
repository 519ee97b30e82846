import { expect, type Locator, type Page, type TestInfo } from "@playwright/test";
import { calls, expectAccessible, open, test } from "./desk";

/** Opens the machines and waits for their first rows. */
async function openMachines(page: Page, query = "fake="): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/?${query}#/machines`);
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toBeVisible();
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
}

const cell = (page: Page, number: string, column: string): Locator =>
  page.locator(`[row-id="m-${number}"] [col-id="${column}"]`).first();

/** Puts the focus on a cell by a click. */
async function at(page: Page, number: string, column: string): Promise<void> {
  await cell(page, number, column).click({ position: { x: 4, y: 8 } });
}

/** Selects a row as a person without a mouse does: the focus on it, then Space. */
async function select(page: Page, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await at(page, number, "name");
    await page.keyboard.press("Space");
  }
}

test("one machine is blocked by its switch, released by keyboard, and both can be taken back", async ({ page }) => {
  await openMachines(page);
  await page
    .getByRole("button", { name: "Open" })
    .and(cell(page, "1024", "blockCheckIn").locator("button"))
    .click();
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
  await expect(page.getByText("1024 blocked.").first()).toBeVisible();
  expect(await calls(page, "blockMachines")).toEqual([[["m-1024"], null, false]]);
  await at(page, "1024", "name");
  await page.keyboard.press("Space");
  await page.keyboard.press("r");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Open");
  await expect(page.getByText("1024 released.").first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cell(page, "1024", "blockCheckIn")).toContainText("Blocked");
});

test("a selection is blocked with a message used lately: equipment stays out and says why", async ({ page }) => {
  await openMachines(page);
  await select(page, "1024", "1043", "E-2041", "1107");
  await expect(page.getByText("4 selected")).toBeVisible();
  await page.keyboard.press("b");
  const panel = page.getByRole("complementary", { name: "Block check-in" });
  await expect(panel.getByText("machines will be blocked")).toBeVisible();
  await expect(panel.getByText("already blocked", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Why?" }).click();
  await expect(panel.getByText("Equipment has no check-in", { exact: false })).toBeVisible();
  await expect(panel.getByText("Production: crews of Strømhaug Anlegg AS", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: "På verksted, tilbake mandag" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("2 of 2 done")).toBeVisible();
  await expect(cell(page, "1043", "blockCheckInMessage")).toContainText("På verksted");
  await expect(cell(page, "1107", "blockCheckInMessage")).toContainText("Ikke bruk");
  await panel.getByRole("button", { name: "Take the 2 back" }).click();
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Open");
});

test("a refused block goes back and says why at its cell", async ({ page }) => {
  await openMachines(page, "fake=failing");
  await select(page, "1024", "1043", "1051");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Block check-in for 3 machines" }).click();
  await expect(page.getByText("2 of 3 done")).toBeVisible();
  await expect(cell(page, "1043", "blockCheckIn")).toContainText("Open");
  await page.getByRole("button", { name: /^1043/ }).click();
  await at(page, "1043", "blockCheckIn");
  await expect(page.getByText("Not changed.")).toBeVisible();
});

test("cells are typed, wrong ones keep their text, undo survives a sort, and saving sends what changed", async ({
  page,
}) => {
  await openMachines(page);
  await at(page, "1112", "hourMeter");
  await page.keyboard.type("4163");
  await page.keyboard.press("Enter");
  await expect(cell(page, "1112", "hourMeter")).toHaveText("4 163");
  await at(page, "1118", "hourMeter");
  await page.keyboard.type("mange");
  await page.keyboard.press("Enter");
  await at(page, "1118", "hourMeter");
  await expect(page.getByText("“mange” is not a number")).toBeVisible();
  await expect(page.getByText("2 changes not saved")).toBeVisible();
  // A sort clears the grid's own undo; ours is a list of commands.
  await page.getByRole("columnheader", { name: "Department" }).click();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("1 change not saved")).toBeVisible();
  await page.keyboard.press("Control+y");
  await expect(page.getByText("2 changes not saved")).toBeVisible();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await expect(page.getByText("not saved", { exact: false })).toHaveCount(0);
});

test("numbers, dates and fuel are not emptied, and the cell says that the service has no way", async ({ page }) => {
  await openMachines(page);
  await at(page, "1112", "hourMeter");
  await page.keyboard.press("Delete");
  await expect(page.getByText("A number stays once it is set", { exact: false })).toBeVisible();
  await at(page, "1112", "serviceDate");
  await page.keyboard.press("Delete");
  await expect(page.getByText("A date stays once it is set", { exact: false })).toBeVisible();
});

test("a column is copied and pasted, a rectangle is drawn with Shift and the arrows, and filled down", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openMachines(page);
  await at(page, "1203", "department");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  expect(await calls(page, "copyText")).toEqual([["Masse\t8241\nMasse\t8066"]]);
  await page.evaluate(() => navigator.clipboard.writeText("VA\t9000\nVA\tti tusen\nVA\t9002"));
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("complementary", { name: "1 cell not understood" })).toBeVisible();
  await expect(cell(page, "1205", "department")).toHaveText("VA");
  await expect(cell(page, "1205", "hourMeter")).toHaveText("9 002");
  await expect(page.getByText("6 changes not saved")).toBeVisible();
  await page.getByRole("button", { name: "Take 1 cell back" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("5 changes not saved")).toBeVisible();
  await at(page, "1112", "department");
  for (let row = 0; row < 2; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+d");
  await expect(cell(page, "1118", "department")).toHaveText("Masse");
});

test("Production is named before many machines are saved, and Esc leaves everything pending", async ({ page }) => {
  await openMachines(page);
  for (const number of ["1112", "1024"]) {
    await at(page, number, "hourMeter");
    await page.keyboard.type("9999");
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Control+s");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Production: this changes 2 machines of Strømhaug Anlegg AS.");
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 changes not saved")).toBeVisible();
  expect(await calls(page, "saveEdits")).toEqual([]);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /^Save/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 machines saved.").first()).toBeVisible();
});

test("somebody else changed the cell meanwhile: it is shown and asked, and a machine that is gone is said", async ({
  page,
}) => {
  await openMachines(page, "fake=meanwhile");
  for (const number of ["1112", "1205"]) {
    await at(page, number, "hourMeter");
    await page.keyboard.type("9999");
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: /^Save/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: /^Changes/ });
  await expect(panel.getByText("Deleted meanwhile")).toBeVisible();
  await expect(panel.getByText("yours 9 999, now in service 4 163", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: /^1112/ }).click();
  await expect(page.getByText("Which one stays?", { exact: false })).toBeVisible();
  await page.keyboard.press("2");
  await expect(cell(page, "1112", "hourMeter")).toHaveText("4 163");
});

test("fuel of a selection is one editor: the fuel decides the unit, machines alike give the rate", async ({ page }) => {
  await openMachines(page);
  await select(page, "1205");
  await page.getByRole("button", { name: "Fuel…" }).click();
  const editor = page.getByRole("region", { name: "Fuel for 1 machine" });
  await editor.getByRole("button", { name: /18,3 · 2 × Volvo A30G/ }).click();
  await expect(editor.getByText("With dyed diesel the unit is L/hour.")).toBeVisible();
  await editor.getByRole("textbox", { name: "Rate" }).fill("0");
  await expect(editor.getByText("A rate of 0 with a fuel", { exact: false })).toBeVisible();
  await editor.getByRole("textbox", { name: "Rate" }).fill("18,3");
  await page.keyboard.press("Control+Enter");
  await expect(cell(page, "1205", "fuel")).toContainText("18,3 L/hour · dyed diesel");
});

test("completeness shows where the gaps are, and saving goes to the next", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Fuel data" }).click();
  await expect(page.getByText("have complete fuel data")).toBeVisible();
  await page.getByRole("button", { name: "Dumper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await page.getByRole("button", { name: /18,3 · / }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("checkbox", { name: "Select 1205" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toContainText("1207");
  await expectAccessible(page);
});

test("delete is checked first and refused with the offer to deactivate; another one goes", async ({ page }) => {
  await openMachines(page);
  await at(page, "1021", "name");
  await page.keyboard.press("Alt+Enter");
  const panel = page.getByRole("complementary", { name: /1021 Volvo EC220E/ });
  await panel.getByRole("button", { name: "More to do" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(panel.getByText("cannot be deleted", { exact: false })).toBeVisible();
  await panel.getByRole("button", { name: "Set inactive instead" }).click();
  await expect(panel.getByRole("button", { name: "Set active" })).toBeVisible();
  expect(await calls(page, "deleteMachine")).toEqual([]);
  await panel.getByRole("button", { name: "Close" }).click();
  await at(page, "1024", "name");
  await page.keyboard.press("Alt+Enter");
  await page.getByRole("button", { name: "More to do" }).last().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(cell(page, "1024", "name")).toHaveCount(0);
});

test("a machine is created with the company's types; a number that is taken names whose it is", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "New machine" }).click();
  const panel = page.getByRole("complementary", { name: "New machine" });
  await panel.getByRole("textbox", { name: "Number", exact: true }).fill("1021");
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByText("1021 is Volvo EC220E already")).toBeVisible();
  await panel.getByRole("textbox", { name: "Number", exact: true }).fill("1999");
  await panel.getByRole("textbox", { name: /^Name/ }).fill("Volvo L60H");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("complementary", { name: /1999 Volvo L60H/ })).toBeVisible();
});

test("search, views, filters and columns decide what is seen, and nothing matching says what hides it", async ({
  page,
}) => {
  await openMachines(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("a30g");
  await expect(page.getByText("3 of 212", { exact: false })).toBeVisible();
  await page.keyboard.type(" finnes ikke");
  await expect(page.getByText("No machine matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Blocked/ })
    .click();
  await expect(page.getByText("18 of 212", { exact: false })).toBeVisible();
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

test("a file is imported: bad rows stay out, one is repaired, the rest is applied and taken back", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByRole("button", { name: "Choose a file…" }).click();
  await expect(page.getByRole("cell", { name: "Forbruk" })).toBeVisible();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await expect(page.getByText("4 bad rows stay out")).toBeVisible();
  await page.getByRole("button", { name: "Use 1204" }).click();
  await expect(page.getByText("3 bad rows stay out")).toBeVisible();
  await page.getByRole("button", { name: /^Apply \d+ rows$/ }).click();
  await expect(page.getByText(/^\d+ of \d+ done/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Take the \d+ back$/ }).click();
  await expect.poll(async () => (await calls(page, "revertBatch")).length).toBe(1);
  await page.getByRole("button", { name: "To the machines" }).click();
  await expect(cell(page, "1021", "hourMeter")).toHaveText("6 412");
});

test("what was done from here is a list, and each can be taken back after seeing what stays", async ({ page }) => {
  await openMachines(page);
  await at(page, "1310", "hourMeter");
  await page.keyboard.type("100");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 machine saved.").first()).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Changes made here" }).click();
  const panel = page.getByRole("complementary", { name: "Changes made here" });
  await panel.getByRole("button", { name: "Take back" }).click();
  await expect(panel.getByText("Hours keeps 100: the service has no way to empty it", { exact: false })).toBeVisible();
});

test("a client that may only read says so, and nothing can be changed", async ({ page }) => {
  await openMachines(page, "fake=readOnly");
  await expect(page.getByText("This client may only read.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "New machine" })).toHaveCount(0);
  await at(page, "1024", "hourMeter");
  await page.keyboard.type("1");
  await page.keyboard.press("b");
  await expect(page.getByText("not saved", { exact: false })).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Block check-in" })).toHaveCount(0);
});

test("with the service away edits stay pending, and an act says that nothing answered", async ({ page }) => {
  await openMachines(page, "fake=offline,pendingEdits");
  await expect(page.getByText("2 changes not saved")).toBeVisible();
  await page.keyboard.press("Control+s");
  await page.getByRole("alertdialog").getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("does not answer", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("2 changes not saved")).toBeVisible();
});

test("the service asks to wait in the middle: how far it is and when it goes on is said, and it can be stopped", async ({
  page,
}) => {
  await openMachines(page, "fake=slowDown");
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Inactive/ })
    .click();
  await page
    .getByRole("checkbox", { name: /all rows/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Release check-in" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Release/ })
    .click();
  await expect(page.getByText("the service asks to wait", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(async () => (await calls(page, "stopBatch")).length).toBe(1);
});

/** Figures stand in the report. */
function said(info: TestInfo, description: string): void {
  info.annotations.push({ type: "figure", description });
  process.stdout.write(`${description}\n`);
}

const listed = (times: readonly number[]) => times.map((time) => Math.round(time)).join(", ");

test.describe("speed", () => {
  test.describe.configure({ mode: "serial" });

  test("first rows of 2,000 cached machines, and a block at the click", async ({ page }) => {
    await open(page, "fake=machines2000");
    await expect(page.getByRole("link", { name: "Machines" })).toBeVisible();
    // The part is loaded as it is after the first look at any machine of the run.
    await page.getByRole("link", { name: "Machines" }).click();
    await expect(cell(page, "1021", "machineNumber")).toBeVisible();
    await page.getByRole("link", { name: "Documents" }).click();
    await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toHaveCount(0);
    const rows: number[] = [];
    const blocks: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      await page.evaluate(() => {
        location.hash = "#/documents";
      });
      await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toHaveCount(0);
      await page.waitForTimeout(500);
      rows.push(
        await page.evaluate(async () => {
          const begun = performance.now();
          location.hash = "#/machines";
          while (document.querySelector('[row-id="m-1021"] [col-id="fuel"]') === null)
            await new Promise((next) => setTimeout(next, 0));
          return performance.now() - begun;
        }),
      );
      // A person looks before they click.
      await page.waitForTimeout(800);
      blocks.push(
        await page.evaluate(async () => {
          const place = () => document.querySelector('[row-id="m-1024"] [col-id="blockCheckIn"]');
          const before = place()?.textContent;
          const begun = performance.now();
          place()?.querySelector("button")?.click();
          do await new Promise((next) => setTimeout(next, 0));
          while (place()?.textContent === before);
          return performance.now() - begun;
        }),
      );
    }
    said(test.info(), `first rows of 2,000: ${listed(rows)} ms; a block is seen after ${listed(blocks)} ms`);
    // The aims are 300 and 50 ms. On a computer that builds something else meanwhile only what is far off fails.
    expect(Math.min(...rows)).toBeLessThan(1_500);
    expect(Math.min(...blocks)).toBeLessThan(250);
  });

  test("a keystroke of the search with 20,000", async ({ page }) => {
    await open(page, "fake=machines20000");
    await page.getByRole("link", { name: "Machines" }).click();
    await expect(page.getByText(/^20.000 machines/)).toBeVisible({ timeout: 30_000 });
    const took = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('input[aria-label="Search machines"]');
      if (field === null) throw new Error("no search");
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const times: number[] = [];
      for (const typed of ["v", "vo", "vol", "volv", "volvo", "volvo a", "volvo", "vo", ""]) {
        const begun = performance.now();
        set?.call(field, typed);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((next) => setTimeout(next, 0));
        times.push(performance.now() - begun);
      }
      return times;
    });
    said(test.info(), `keystrokes with 20,000: ${listed(took)} ms`);
    // The aim is 50 ms.
    expect(Math.min(...took)).toBeLessThan(250);
  });
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
