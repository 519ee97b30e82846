/** The first start, documents, uploads and settings. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { projectId } from "../desktop/data";
import { revision, send } from "../desktop/files";
import { mirror } from "../desktop/folders";
import { desktopOf, dragOver, open, openDocuments, openTransfers, prepare, show } from "../fixtures";
import type { Scene } from "./scene";
import { failConnection, openPlan, openSending, sendTooLarge } from "./transfers";

export const firstStart: Scene = async (page, look, begin) => {
  await open(page, { ...begin, connection: "none" });
  await expect(page.getByRole("button", { name: /sample data/i }).first()).toBeVisible();
  await look("first-start");
  await failConnection(page);
  await look("connect-failed");
};

export const documents: Scene = async (page, look, begin) => {
  const { app, service } = desktopOf(page);
  await prepare(page, begin);
  const project = await projectId(service, "production");
  for (const name of ["HA-310 Kum SK25–SK31.dwg", "HA-311 Kum SK32–SK36.dwg"])
    await send(app, project, "Tegninger VA", name);
  const files = [12, 13, 14].map((meeting) => `Byggemøte ${meeting} referat.pdf`);
  await mirror(app, { name: "Referater", project, section: "Byggemøter", files });
  await show(page);
  await page.getByRole("row", { name: /Arbeidsvarsling plan 7/ }).click();
  await page.getByRole("row", { name: /Riggplan/ }).click({ modifiers: ["Control"] });
  await expect(page.getByText("2 selected")).toBeVisible();
  await look("documents");
  await page.getByRole("treeitem", { name: /P-2026-003/ }).click();
  await expect(page.getByText("No documents in the project yet")).toBeVisible();
  await look("documents-empty");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Language", level: 2 })).toBeVisible();
  await look("settings");
};

export const lostData: Scene = async (page, look, begin) => {
  await prepare(page, begin);
  await desktopOf(page).app.restart((data) => {
    for (const name of ["fielddesk.sqlite", "sync.sqlite"]) {
      for (const end of ["-wal", "-shm"]) rmSync(join(data, `${name}${end}`), { force: true });
      writeFileSync(join(data, name), "no database");
    }
  });
  await openDocuments(page, begin);
  await expect(page.getByText("was damaged")).toBeVisible();
  await look("data-loss");
};

export const drop: Scene = async (page, look, begin) => {
  const { app } = desktopOf(page);
  await openDocuments(page, begin);
  await expect(page.getByRole("row", { name: /HMS og rigg/ })).toBeVisible();
  const paths = revision(app);
  await dragOver(page, paths, "HMS og rigg", page.getByText("section HMS og rigg", { exact: false }));
  await look("dragging", "faded");
  await app.drag({ step: "leave" });
  const at = await dragOver(page, paths, "P-2026-004", page.locator("[data-drop-hot]"));
  await app.drag({ step: "drop", paths, ...at });
  await expect(page.getByRole("button", { name: /need action/ })).toBeVisible();
  await look("drop-plan");
};

export const sending: Scene = async (page, look, begin) => {
  await openSending(page, begin);
  await openTransfers(page);
  await expect(page.getByText(/Uploading \d of \d/)).toBeVisible();
  await look("sending");
};

export const failing: Scene = async (page, look, begin) => {
  await openDocuments(page, begin);
  await sendTooLarge(page);
  await openTransfers(page);
  await expect(page.getByRole("heading", { name: /Failed/ })).toBeVisible();
  await look("failing");
};

/** The longest words of documents in a narrow window. */
export const longWords: Scene = async (page, look, begin) => {
  await openSending(page, begin);
  await look("documents");
  await openPlan(page, begin.language === "sv" ? "Granska uppladdningen" : "Se gjennom opplastingen");
  await look("drop-plan");
};

export const small: Scene = async (page, look, begin) => {
  await openSending(page, begin);
  await look("narrow");
};
