import { expect } from "@playwright/test";
import { calls, emit, expectAccessible, test } from "../desk";
import { openMachines } from "./machines";

const over = { x: 700, y: 450, bytes: 48_000, counting: false };

test("one file over the machines has one target: Import into Machines; let go, it opens in the import", async ({
  page,
}) => {
  await openMachines(page);
  await emit(page, "dragMoved", { ...over, files: 1, folders: 0 });
  await expect(page.getByText("Import into Machines").first()).toBeVisible();
  await expect(page.getByText("Nothing is changed by letting go.", { exact: false })).toBeVisible();
  await emit(page, "dragLeft", null);
  await expect(page.getByText("Import into Machines")).toHaveCount(0);
  await emit(page, "dragDropped", { ...over, dropId: "sheet", files: 1, folders: 0 });
  await expect(page.getByRole("heading", { name: /^Import “Drivstoff og timer/ })).toBeVisible();
  expect(await calls(page, "machineFileOfDrop")).toEqual([["sheet"]]);
  await expect(page.getByRole("button", { name: "Check the rows" })).toBeVisible();
  await expectAccessible(page);
});

test("several files, and one that is no spreadsheet, go to a project: the plan asks which", async ({ page }) => {
  await openMachines(page);
  await emit(page, "dragMoved", { ...over, files: 18, folders: 2 });
  await expect(page.getByText("Send to a project…").first()).toBeVisible();
  await emit(page, "dragDropped", { ...over, dropId: "many", files: 18, folders: 2 });
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  expect(await calls(page, "planDrop")).toEqual([["many", null, null]]);
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toBeVisible();
  await page.evaluate(() =>
    window.fielddeskFake?.refuse("machineFileOfDrop", {
      kind: "usage",
      message: "One file is imported at a time.",
      fix: "Choose or drop one CSV or XLSX file.",
      code: null,
      status: null,
      field: null,
      params: {},
    }),
  );
  await emit(page, "dragDropped", { ...over, dropId: "drawing", files: 1, folders: 0 });
  await expect(page.getByRole("heading", { name: "What goes where" })).toBeVisible();
  expect((await calls(page, "planDrop")).at(-1)).toEqual(["drawing", null, null]);
});
