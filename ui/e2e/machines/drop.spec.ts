import { expect } from "@playwright/test";
import { importFile, revision } from "../desktop/files";
import { calls, hold, test } from "../fixtures";
import { openMachines } from "./machines";

const over = { x: 700, y: 450 };

test("one file over the machines has one target: Import into Machines; let go, it opens in the import", async ({
  page,
  desktop: { app },
}) => {
  await openMachines(page);
  const paths = [importFile(app)];
  await hold(page, paths, over, page.getByText("1 file").first());
  await expect(page.getByText("Import into Machines").first()).toBeVisible();
  await expect(page.getByText("Dropping changes nothing.", { exact: false })).toBeVisible();
  await app.drag({ step: "leave" });
  await expect(page.getByText("Import into Machines")).toHaveCount(0);
  await app.drag({ step: "drop", paths, ...over });
  await expect(page.getByRole("heading", { name: /^Import “Drivstoff og timer/ })).toBeVisible();
  expect(await calls(page, "importFileOfDrop")).toHaveLength(1);
  await expect(page.getByRole("button", { name: "Check the rows" })).toBeVisible();
});

test("several files, and one that is no spreadsheet, go to a project: the plan asks which", async ({
  page,
  desktop: { app },
}) => {
  await openMachines(page);
  const paths = revision(app);
  await hold(page, paths, over, page.getByText("Upload to a project…").first());
  await app.drag({ step: "drop", paths, ...over });
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  expect(await calls(page, "planDrop")).toEqual([[expect.any(String), null, null]]);
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("heading", { name: "Machines", level: 1 })).toBeVisible();
  await app.drag({ step: "drop", paths: [app.write("HA-203.pdf")], ...over });
  await expect(page.getByRole("heading", { name: "Review upload" })).toBeVisible();
  expect((await calls(page, "planDrop")).at(-1)).toEqual([expect.any(String), null, null]);
  expect(await calls(page, "importFileOfDrop")).toHaveLength(1);
});
