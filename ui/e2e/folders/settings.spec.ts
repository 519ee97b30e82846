/** What holds for all synced folders. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { drawingsInStep, va } from "../desktop/office";
import { calls, prepare, show, test } from "../fixtures";
import { importList } from "./import-list";

test("settings of synced folders: rules are tried before they hold, a list says of each folder what became of it", async ({
  page,
  desktop,
}) => {
  const { app } = desktop;
  await prepare(page);
  await drawingsInStep(desktop);
  await show(page, "/settings");
  const rules = page.getByRole("region", { name: "Custom ignore rules" });
  await rules.getByRole("textbox").fill("*.xml");
  await rules.getByRole("button", { name: "Preview changes" }).click();
  await expect(rules.getByText("VL spillvann SP200 senterlinje.xml")).toBeVisible();
  expect(await calls(page, "setFolderSettings")).toEqual([]);
  await rules.getByRole("button", { name: "Apply rules" }).click();
  await expect(rules.getByText("Rules applied")).toBeVisible();

  const list = page.getByRole("region", { name: "Move to a new computer" });
  await importList(desktop);
  await list.getByRole("button", { name: "Import a list…" }).click();
  await expect(list.getByText("1 folder was imported and is paused.", { exact: false })).toBeVisible();
  await expect(list.getByText("2 folders were not imported:")).toBeVisible();
  await expect(list.getByText("The folder is already synced.")).toBeVisible();
  await expect(list.getByText("There is no such folder on this computer.")).toBeVisible();

  await page.getByRole("region", { name: "Pause" }).getByRole("button", { name: "Until tomorrow 07:00" }).click();
  await page.getByRole("link", { name: /Synced folders/ }).click();
  await expect(page.getByRole("button", { name: "Resume", exact: true }).first()).toBeVisible();
  expect(readFileSync(app.path(`${va}/VL spillvann SP200 senterlinje.xml`), "utf8"), "stays where it is").not.toBe("");
});
