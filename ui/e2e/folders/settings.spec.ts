/** Settings of all synced folders. */

import { existsSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { documentsOf } from "../desktop/colleague";
import { projectId } from "../desktop/data";
import { send } from "../desktop/files";
import { mirror } from "../desktop/folders";
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
  await expect(page.getByRole("button", { name: "Resume all" })).toBeVisible();
  expect(readFileSync(app.path(`${va}/VL spillvann SP200 senterlinje.xml`), "utf8"), "stays where it is").not.toBe("");
});

test("a folder is given another section: what is in the old one stays, and the receipt has all of the project", async ({
  page,
  desktop,
}) => {
  const { app, service } = desktop;
  await prepare(page);
  const project = await projectId(service, "production");
  const id = await mirror(app, { name: "Planer", project, section: "Planer", files: ["A.pdf", "B.pdf"] });
  const in_ = async (section: string) => (await documentsOf(service, project, section)).map(({ name }) => name);
  await show(page, `/folders/${id}/settings`);
  await page.getByRole("button", { name: "Change project or section…" }).click();
  await page.getByRole("textbox", { name: "Section" }).fill("Etappe 2");
  await page.getByRole("button", { name: "Sync to this place" }).click();
  await expect(page.getByText("P-2026-004 · Etappe 2", { exact: false }).first()).toBeVisible();
  await expect.poll(() => in_("Etappe 2")).toEqual(["A.pdf", "B.pdf"]);
  expect(await in_("Planer"), "nothing is removed in the old one").toEqual(["A.pdf", "B.pdf"]);
  app.write("Planer/C.pdf");
  await expect.poll(() => in_("Etappe 2"), "the folder is watched there, too").toContain("C.pdf");

  await send(app, project, "Notater", "Notat.txt");
  await expect.poll(() => in_("Notater")).toEqual(["Notat.txt"]);
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByRole("button", { name: "Delivery receipt…" }).click();
  await page.getByRole("checkbox", { name: "Everything in P-2026-004" }).check();
  await app.choose(app.path("receipt.csv"));
  await page.getByRole("button", { name: /^Save receipt of / }).click();
  await expect.poll(() => existsSync(app.path("receipt.csv"))).toBe(true);
  const receipt = readFileSync(app.path("receipt.csv"), "utf8");
  expect(receipt).toMatch(/by hand,Notater,Notat\.txt/);
  expect(receipt).toMatch(/new,Etappe 2,C\.pdf/);
  await show(page, "/activity");
  await page.getByRole("button", { name: /^Done manually/ }).click();
  await expect(page.getByText("1 new · P-2026-004", { exact: false })).toBeVisible();
});
