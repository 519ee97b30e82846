/** Old content of a journey: what synced folders replaced, and what was replaced and deleted by hand. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Deleted, KeptVersions } from "../../src/ipc";
import type { Desktop } from "../fixtures";
import type { App } from "./app";
import { documentsOf } from "./colleague";
import { projectId } from "./data";
import { send } from "./files";
import { becomes, mirror } from "./folders";
import { drawingsInStep, va } from "./office";
import { believable } from "./pictures";

export const rigging = "HMS og rigg";

/** Deletes a document by hand; the time for undo is over. */
export async function deleteByHand(
  { app, service }: Desktop,
  project: string,
  section: string,
  name: string,
): Promise<void> {
  const found = (await documentsOf(service, project, section)).find((document) => document.name === name);
  const target = { project, workOrder: null };
  const { undoId } = await app.call<Deleted>("delete_documents", { target, ids: [found?.fileReferenceId] });
  await app.call("finish_delete", { undoId });
}

/** The names of all kept versions, newest first. */
async function keptNames(app: App): Promise<string[]> {
  const { versions } = await app.call<KeptVersions>("kept_versions", {
    scope: { folder: null, target: null },
    search: "",
  });
  return versions.map(({ name }) => name);
}

/** Waits until a version of this name is kept. */
export async function isKept(app: App, name: string): Promise<void> {
  await expect.poll(() => keptNames(app), { timeout: 30_000 }).toContain(name);
}

/** Versions of a folder that is no longer synced, of one that is, and of what was done by hand. */
export async function keepVersions(desktop: Desktop): Promise<void> {
  const { app, service } = desktop;
  const project = await projectId(service, "production");
  const list = ["Varslingsliste vakt november.xlsx", "x".repeat(96_000)] as const;
  const former = await mirror(app, { name: "Vaktlister", project, section: "Vakt", files: [list] });
  app.write(`Vaktlister/${list[0]}`, "December\n");
  await isKept(app, list[0]);
  await becomes(app, former, "inStep");
  await app.call("remove_folder", { id: former });

  await drawingsInStep(desktop);
  for (const name of ["HA-305 Kum SK14–SK19.dwg", "HA-101 Oversiktsplan VA rev C.pdf"]) {
    app.write(`${va}/${name}`, `${name}, rev D\n`);
    await isKept(app, name);
  }
  await send(app, project, rigging, "Riggplan Hoveveien rev B.pdf");
  await isKept(app, "Riggplan Hoveveien rev B.pdf");
  for (const name of believable(["plan\u202Egpj.exe"])) await deleteByHand(desktop, project, "Documents", name);
  await deleteByHand(desktop, project, rigging, "SJA sprengning uke 47.docx");
  await isKept(app, "SJA sprengning uke 47.docx");
}

/** Lets a version be of so many days ago: its record says so, and the database is read anew from the records. */
export function makeOld(data: string, name: string, days: number): void {
  const history = join(data, "history");
  for (const path of readdirSync(history, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".json")) continue;
    const record = join(history, path);
    const lines = readFileSync(record, "utf8").split("\n").filter(Boolean);
    const rows = lines.map((line) => JSON.parse(line) as { name: string; at: number });
    const older = rows.map((row) => (row.name === name ? { ...row, at: row.at - days * 86_400_000 } : row));
    writeFileSync(record, older.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  for (const end of ["", "-wal", "-shm"]) rmSync(join(history, `history.sqlite${end}`), { force: true });
}
