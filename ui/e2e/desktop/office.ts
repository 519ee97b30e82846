/** An office with synced folders in every state of the vocabulary, each brought about from outside. */

import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Desktop } from "../fixtures";
import * as colleague from "./colleague";
import { drawings, projectId, seededDrawings } from "./data";
import { pdf, png } from "./drawings";
import { addFolder, becomes, mirror, says, toldOf, writeFolder } from "./folders";
import { takesPictures } from "./pictures";
import { keepWriting, openIn } from "./programs";
import { paths, type Service } from "./service";

/** The project of a number, in the environment of the journeys. */
const idOf = (service: Service, number: string) => projectId(service, "production", number);

const named = <T>(count: number, name: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => name(at));

/** Files that are deleted in the folder of the drawings. */
const goneDrawings = ["HA-001 Tegningsliste rev A.pdf", "HA-099 Skisse utløp.pdf", "Notat grøftebredde.docx"];

export const va = "Tegninger VA";

/** A folder of drawings in step with the project, but for a name that is there twice. */
export async function drawingsInStep({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-004");
  const seeded = new Map(seededDrawings());
  const files = [...seeded, ...["HA-120 Fasadeplan.pdf", ...goneDrawings].map((name) => [name, `${name}\n`] as const)];
  const id = await addFolder(app, { name: va, project, section: drawings, files });
  await says(app, id, { state: "needsDecision", conflicts: 1, pending: 1 });
  return id;
}

/** The same with a conflict of each kind. */
export async function drawingsInConflict(desktop: Desktop): Promise<string> {
  const { app, service } = desktop;
  const id = await drawingsInStep(desktop);
  const project = await idOf(service, "P-2026-004");
  await app.call("pause_folders", { id, until: null });
  for (const name of seededDrawings().flatMap(([name]) => (/^(HA-201|HB-111)/.test(name) ? [name] : []))) {
    await colleague.replace(service, project, drawings, name, `${name}, of a colleague\n`);
    app.write(join(va, name), `${name}, changed here as well\n`);
  }
  await colleague.remove(service, project, drawings, "HA-120 Fasadeplan.pdf");
  writeFolder(app, { name: va, files: ["PLAN.pdf", "Plan.pdf"] });
  await app.call("resume_folders", { id });
  await says(app, id, { state: "needsDecision", conflicts: 5 });
  return id;
}

/** A folder with a PDF and an image that both sides changed, and a PDF that is in the project twice. */
export async function picturesInConflict({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-001");
  const [name, section] = ["Tegninger kryss", "Kryss"];
  const [plan, photo, twice] = ["HA-401 Grunnplan.pdf", "HA-402 Kum.png", "HA-403 Snitt.pdf"];
  const before = [plan, photo, twice].map((file) => [file, pdf([file])] as const);
  const id = await mirror(app, { name, project, section, files: before });
  await app.call("pause_folders", { id, until: null });
  await colleague.replace(service, project, section, plan, pdf(["HA-401 rev C", "Sheet 2"]));
  await colleague.replace(service, project, section, photo, png(400, 640));
  await colleague.add(service, project, section, twice, pdf(["HA-403 of a colleague"]));
  const after = [
    [plan, pdf(["HA-401 rev B"])],
    [photo, png(640, 400)],
  ] as const;
  writeFolder(app, { name, files: after });
  await app.call("resume_folders", { id });
  await says(app, id, { state: "needsDecision", conflicts: 3 });
  return id;
}

/** Deletes files of a folder and lets the time pass after which they count as deleted. */
export async function deleteFiles({ app }: Desktop, id: string, files: readonly string[]): Promise<void> {
  const folder = (await toldOf(app, id))?.name ?? "";
  for (const file of files) rmSync(app.path(join(folder, file)));
  await says(app, id, { waiting: files.length });
  await app.later(61);
  await app.call("compare_folder", { id });
  await says(app, id, { gone: files.length });
}

/** The drawings with conflicts and three files that were deleted together. */
export async function drawingsThatAsk(desktop: Desktop): Promise<string> {
  const id = await drawingsInConflict(desktop);
  await deleteFiles(desktop, id, goneDrawings);
  return id;
}

const profiles = (week: string, count: number) =>
  named(count, (at) => `${week}/Stikning ${String(at + 1).padStart(3, "0")} profil ${at * 20}.csv`);

/** A folder of which unusually many files were deleted: 12 of one section and 2 of another, of 34. */
export async function manyDeleted(desktop: Desktop): Promise<string> {
  const { app, service } = desktop;
  const id = await mirror(app, {
    name: "Stikningsdata Tengesdal",
    project: await idOf(service, "P-2026-001"),
    sectionsBySubfolder: true,
    files: [...profiles("Uke 45", 20), ...profiles("Uke 46", 14)],
  });
  await deleteFiles(desktop, id, [...profiles("Uke 45", 2), ...profiles("Uke 46", 12)]);
  return id;
}

/** A folder of a work order that is in step. */
export async function safety({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-001");
  const orders = (await service.call("production", "GET", paths.workOrdersOf(project))) as { id: string }[];
  const workOrder = orders[0]?.id;
  if (workOrder === undefined) throw new Error("The project has no work order.");
  const files = named(8, (at) => `Beredskapsplan del ${at + 1}.pdf`);
  return mirror(app, { name: "HMS felles", project, workOrder, files });
}

/** A folder whose drive is away. */
export async function away({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-002");
  const files = named(5, (at) => `Riggplan ${at + 1}.pdf`);
  const id = await mirror(app, { name: "Riggplaner Mölndal", project, section: "Rigg", files });
  renameSync(app.path("Riggplaner Mölndal"), app.path("away"));
  await becomes(app, id, "offline");
  return id;
}

/** A folder with two drawings that are open in AutoCAD. */
export async function openInCad({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "G-2026-102");
  const files = named(6, (at) => `K-10${at + 1} Armering dekke ${at + 1}.dwg`);
  const id = await mirror(app, { name: "Armering bru", project, section: "Armering", files });
  for (const at of [1, 2]) openIn(app, "AutoCAD LT", join("Armering bru", `K-20${at} Armering søyle akse ${at}.dwg`));
  await says(app, id, { state: "waiting", waiting: 2, reason: "locked", reasonDetail: "AutoCAD LT" });
  return id;
}

/** A folder whose models are on their way to a server that takes its time. */
export async function sendingModels({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "G-2026-103");
  await service.fault({ method: "POST", path: `/core${paths.projects}/${project}`, action: { delayMs: 120_000 } });
  const files = named(6, (at) => [`ARK_plan_${at + 1}_etasje.ifc`, "x".repeat(400_000 * (at + 1))] as const);
  const id = await addFolder(app, { name: "Modeller skole", project, section: "Modeller", files });
  await says(app, id, { state: "working", ...(takesPictures ? {} : { progress: { filesTotal: files.length } }) });
  return id;
}

/** A folder that is paused for two days. */
export async function paused({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-003");
  const files = named(7, (at) => `Deponi ${at + 1}.pdf`);
  const id = await mirror(app, { name: "Deponi Retvet", project, section: "Deponi", files });
  await app.call("pause_folders", { id, until: new Date(Date.now() + 48 * 3_600_000).toISOString() });
  await becomes(app, id, "paused");
  return id;
}

/** A folder of each state, the worst first. */
export async function everyState(desktop: Desktop): Promise<{ va: string }> {
  const id = await drawingsInConflict(desktop);
  await manyDeleted(desktop);
  await deleteFiles(desktop, id, goneDrawings);
  for (const scene of [safety, away, openInCad, paused, sendingModels]) await scene(desktop);
  return { va: id };
}

/** A folder whose project was closed to this client. */
export async function closedProject({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "G-2026-101");
  const files = named(6, (at) => `Retvet ${at + 1}.pdf`);
  const id = await mirror(app, { name: "Tegninger Retvet", project, section: "Tegninger", files });
  const body = { error: "Closed", message: "The project is closed." };
  await service.fault({ path: `/core${paths.projects}/${project}`, action: { status: 403, body } });
  await app.call("compare_folder", { id });
  await says(app, id, { state: "needsDecision", reason: "projectClosed" });
  return id;
}

/** The folders of states that no conflict explains. */
export type Stuck = { log: string; closed: string; film: string };

/** A file that keeps changing, a project that is closed, files that were refused, and a folder in step. */
export async function stuck(desktop: Desktop): Promise<Stuck> {
  const { app, service } = desktop;
  const log = await mirror(app, {
    name: "Pumpelogg",
    project: await idOf(service, "P-2026-004"),
    section: "Logg",
    files: named(3, (at) => `Loggskjema pumpe ${at + 2}.xlsx`),
  });
  keepWriting(app, "Pumpelogg/Loggskjema pumpe 1.xlsx");
  await app.call("compare_folder", { id: log });
  await says(app, log, { waiting: 1 });
  await expect(async () => {
    await app.later(20 * 60);
    await expect(async () => {
      // A look right after the jump may see the writer, but not yet what is written since; it may even take the file
      // for whole, and then it changes anew from there.
      await app.call("compare_folder", { id: log });
      expect(await toldOf(app, log)).toMatchObject({ state: "needsDecision", unsettled: 1 });
    }).toPass({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

  const closed = await closedProject(desktop);
  const film = await refused(desktop);
  await safety(desktop);
  return { log, closed, film };
}

/** A folder of films: two were refused, and a drawing beside them is open in AutoCAD. */
async function refused({ app, service }: Desktop): Promise<string> {
  const project = await idOf(service, "P-2026-002");
  const name = "Film befaring";
  const id = await mirror(app, { name, project, section: "Film", files: named(6, (at) => `Skisse ${at + 1}.pdf`) });
  const body = { error: "TooLarge", message: "Files may have 100 MB." };
  await service.fault({ method: "POST", path: `/core${paths.projects}/${project}`, action: { status: 413, body } });
  writeFolder(app, { name, files: ["Video befaring 1.mp4", "Video befaring 2.mp4"] });
  await says(app, id, { state: "failed", failed: 2 });
  openIn(app, "AutoCAD LT", `${name}/K-201 Armering søyle akse 1.dwg`);
  await says(app, id, { state: "failed", failed: 2, waiting: 1 });
  return id;
}
