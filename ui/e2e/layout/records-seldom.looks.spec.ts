/** What machines and users say where others changed or removed what they refer to, and what is seldom asked of them. */

import { expect, type Page } from "@playwright/test";
import type { BatchProgressed, Language, MachinePage, PlannedRelease, SavedTable, UserPage } from "../../src/ipc";
import { paths } from "../desktop/service";
import { desktopOf, open, prepare, show, test } from "../fixtures";
import { at, id, openMachines, sendMachines, showMachines } from "../machines/machines";
import { openUsers } from "../users/users";
import { announcer, answers, tells } from "./answers";
import { messagesOf } from "./catalogue";
import { narrow } from "./narrow";
import { lookAtTold, lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const panelOf = (page: Page) => page.getByRole("complementary");

/** Opens the panel of a machine. */
async function openPanel(page: Page, number: string): Promise<void> {
  await page.getByRole("textbox", { name: "Search machines" }).fill(number);
  await at(page, number, "name");
  await page.keyboard.press("Alt+Enter");
  await expect(panelOf(page)).toBeVisible();
}

test("a machine that was blocked nobody knows when, and one that somebody else deletes", async ({ page }) => {
  const { app, service } = desktopOf(page);
  await openMachines(page);
  await answers<MachinePage>(page, "list_machines", (given) => ({
    ...given,
    rows: given.rows.map((row) => (row.id === id(page, "1107") ? { ...row, block: null } : row)),
  }));
  await showMachines(page);
  await openPanel(page, "1107");
  await expect(panelOf(page).getByText("Since when is unknown.")).toBeVisible();
  await lookAtWords(page, "blocked at a time nobody knows", "aside");
  await page.keyboard.press("Escape");
  await openPanel(page, "1205");
  await service.call("production", "DELETE", `${paths.machines}/${id(page, "1205")}`);
  await app.call("refresh_machines");
  await expect(panelOf(page).getByText("Machine deleted")).toBeVisible();
  await lookAtWords(page, "a machine that was deleted", "aside");
});

test("equipment of a machine that is gone", async ({ page }) => {
  await prepare(page);
  await sendMachines(page, (machine) =>
    machine.machineNumber === "E-2060" ? { ...machine, parentMachineId: "000000000000000000000fff" } : machine,
  );
  await showMachines(page);
  await openPanel(page, "E-2060");
  await expect(panelOf(page).getByText("The machine it belonged to was deleted")).toBeVisible();
  await lookAtWords(page, "equipment of a machine that is gone", "aside");
});

test("changes of a value that somebody else changed, and of a machine that was deleted meanwhile", async ({ page }) => {
  const { app, service } = desktopOf(page);
  await openMachines(page);
  for (const [number, column, text] of [
    ["1112", "hourMeter", "9999"],
    ["1205", "hourMeter", "9999"],
    ["1205", "department", "VA"],
  ] as const) {
    await at(page, number, column);
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await service.call("production", "PATCH", `${paths.machines}/${id(page, "1112")}`, { hourMeter: 4163 });
  await service.call("production", "DELETE", `${paths.machines}/${id(page, "1205")}`);
  await app.call("refresh_machines");
  await page.getByRole("button", { name: /to review$/ }).click();
  await expect(panelOf(page).getByText("2 changes of a machine that was deleted meanwhile")).toBeVisible();
  await expect(panelOf(page).getByRole("button", { name: "Your value: 9 999" })).toBeVisible();
  await lookAtWords(page, "changes of what others changed or deleted", "aside");
});

test("values that a file leaves empty", async ({ page }) => {
  await prepare(page);
  await sendMachines(page, (machine) =>
    ["1043", "1051"].includes(machine.machineNumber) ? { ...machine, serviceDate: "neste uke" } : machine,
  );
  await showMachines(page);
  const saved: SavedTable = { rows: 1_234, file: { fileId: "1", name: "Maskiner 2026-11-20.xlsx" } };
  await tells(page, { export_machines: saved });
  await lookAtTold(page, "values that a file leaves empty", async () => {
    await page.locator("main header [aria-haspopup=menu]").click();
    await page.getByRole("menuitem").first().click();
    await expect(page.locator("[data-over-page] [role=status]").last()).toContainText("Maskiner 2026-11-20.xlsx");
  });
});

test("nothing to undo, and a planned unblock that is cancelled", async ({ page }) => {
  await openMachines(page);
  const told = page.locator("[data-over-page] [role=status]");
  await lookAtTold(page, "nothing to undo", async (language) => {
    await page.keyboard.press("Control+z");
    await expect(told.last()).toHaveText(messagesOf(language).get("common:nothingToUndo") ?? "");
  });
  const release: PlannedRelease = {
    ...{ id: 1, at: "2099-11-20T11:00:00Z", machineIds: [id(page, "1107")], failure: null, done: null },
  };
  await tells(page, { planned_releases: [release], drop_release: null });
  await showMachines(page);
  await openPanel(page, "1107");
  await lookAtTold(page, "an unblock that was cancelled", async (language) => {
    await panelOf(page).locator("p button[class*=Button]").first().click();
    await expect(told.last()).toHaveText(messagesOf(language).get("machines:unblock.cancelled") ?? "");
  });
});

test("changes that are discarded, and a new machine that is left", async ({ page }) => {
  await openMachines(page);
  const said = page.locator("[data-over-page] [role=status]");
  const told = (language: Language, key: string) => (messagesOf(language).get(key) ?? "").replace("{{count}}", "1");
  await lookAtTold(page, "changes that are discarded", async (language) => {
    await at(page, "1112", "hourMeter");
    await page.keyboard.type("4163");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: told(language, "machines:bar.discard"), exact: true }).click();
    await expect(said.last()).toHaveText(told(language, "records:discarded_one"));
  });
  await lookAtTold(page, "a new machine that is left", async (language) => {
    await page.getByRole("button", { name: told(language, "machines:new"), exact: true }).click();
    await panelOf(page).getByRole("textbox").first().fill("1301");
    await page.keyboard.press("Escape");
    await expect(said.last()).toHaveText(told(language, "machines:create.left"));
  });
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

test("fuel data in which nothing is chosen", async ({ page }) => {
  await open(page, { at: "/machines/fuel" });
  await page.getByRole("checkbox", { name: "Select 1205" }).check();
  await expect(page.getByRole("region", { name: "Fuel for 1 machine" })).toBeVisible();
  await lookAtTold(page, "fuel data in which nothing is chosen", async (language) => {
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(messagesOf(language).get("machines:fuel.nothing") ?? "")).toBeVisible();
  });
});

test("an act on many machines or users that the server asks to wait", async ({ page }) => {
  const announce = await announcer(page);
  const waits: BatchProgressed = {
    ...{ batchId: 1, resource: "machines", kind: "block", done: 1_234, total: 12_345, finished: false, rows: [] },
    waitingUntil: new Date(Date.now() + 600_000).toISOString(),
  };
  for (const [resource, begin] of [
    ["machines", openMachines],
    ["users", openUsers],
  ] as const) {
    await begin(page);
    await announce("batch-progressed", { ...waits, resource } satisfies BatchProgressed);
    await expect(page.getByText("waiting for the server", { exact: false })).toBeVisible();
    await lookAtWords(page, `an act on ${resource} that waits`, "[data-pane=bar]");
  }
});

test("a user whose supervisor nobody sees, one who waits, and a list that is read", async ({ page }) => {
  await openUsers(page);
  await answers<UserPage>(page, "list_users", (given) => ({
    ...given,
    rows: given.rows.map((row) => ({
      ...row,
      acting: "disable" as const,
      supervisors: [{ supervisorId: "x", id: null, employeeNumber: null, name: null, primary: true }],
    })),
  }));
  await desktopOf(page).service.fault({ method: "GET", path: `/core${paths.users}`, action: { delayMs: 120_000 } });
  await show(page, "/users");
  await expect(page.locator(".fd-cell-waits").first()).toBeVisible();
  await page.keyboard.press("F5");
  await expect(page.getByText(/refreshing/)).toBeVisible();
  await lookAtWords(page, "users that are read");
  await page.locator("[data-pane=grid] [row-id] [col-id=name]").first().click();
  await page.keyboard.press("Alt+Enter");
  await expect(panelOf(page).getByText("A user this client cannot see").first()).toBeVisible();
  await lookAtWords(page, "a supervisor whom nobody sees", "aside");
});

test("the name of a view", async ({ page }) => {
  await openMachines(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await expect(page.getByRole("textbox", { name: "Name of the view" })).toBeVisible();
  await lookAtWords(page, "the name of a view");
});
