/**
 * Recorded answers of the desktop side, for tests of the window (`src/ipc/recorded`), are those of its commands.
 *
 * `FIELDDESK_WRITE_RECORDED=1 scripts/journeys.sh recorded` writes the files anew; the difference is what to read.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { DropPlan, DroppedFiles, Folders, ProjectList } from "../src/ipc";
import type { App } from "./desktop/app";
import { project, projectId } from "./desktop/data";
import { revision, send } from "./desktop/files";
import { everyState, stuck } from "./desktop/office";
import { paths } from "./desktop/service";
import { prepare, test } from "./fixtures";

/** An answer without what differs from run to run: times, speeds, ids, ports and where the journey's files are. */
function plain(answer: unknown, projects: readonly string[]): unknown {
  // The seed gives projects the same ids in each run.
  const ids = new Map(projects.map((id) => [id, id]));
  const numbered = (id: string) => {
    const known = ids.get(id) ?? (ids.size + 1 - projects.length).toString(16).padStart(id.length, "0");
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify(answer)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "2026-11-20T11:00:00Z")
    .replaceAll(/"(bytesPerSecond|secondsLeft)":\d+/g, '"$1":1')
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4000")
    .replaceAll(/[^"]*\/journey-[^/]+\/files\//g, "/home/kari/")
    .replaceAll(
      /\b([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8})\b/g,
      numbered,
    );
  return JSON.parse(text);
}

/** Holds the answers against the file of that name, as soon as they are as they stay. */
async function isRecorded(app: App, name: string, read: () => Promise<unknown>): Promise<void> {
  const { projects } = await app.call<ProjectList>("list_projects", { fresh: false });
  const known = projects.map(({ id }) => id);
  const path = `src/ipc/recorded/${name}.json`;
  const now = async () => `${JSON.stringify(plain(await read(), known), null, 2)}\n`;
  if (process.env.FIELDDESK_WRITE_RECORDED) {
    let before = "";
    const rests = async () => {
      const last = before;
      before = await now();
      return before === last;
    };
    await expect.poll(rests, { timeout: 30_000, intervals: [1_000] }).toBe(true);
    writeFileSync(path, before);
  }
  await expect.poll(now, { timeout: 30_000 }).toBe(readFileSync(path, "utf8"));
}

/** What is read of synced folders; of each folder by its name. */
async function foldersOf(app: App): Promise<Record<string, unknown>> {
  const told = await app.call<Folders>("folders");
  // How much of a file the system's buffers have taken differs from run to run.
  const nothing = { bytesDone: 0 };
  const folders: Folders = {
    ...told,
    now: told.now.map((file) => ({ ...file, ...nothing })),
    folders: told.folders.map((folder) => ({
      ...folder,
      progress: folder.progress && { ...folder.progress, ...nothing },
    })),
  };
  // Nothing is read of a folder that is away, nor of one whose project is closed.
  const open = folders.folders.filter(({ reason }) => reason !== "folderAway" && reason !== "projectClosed");
  const ofEach = async (command: string, args: Record<string, unknown> = {}) => {
    const read = open.map(async ({ id, name }) => [name, await app.call(command, { id, ...args })] as const);
    return Object.fromEntries(await Promise.all(read));
  };
  const filter = { states: [], search: "", notUploaded: false };
  return {
    conflicts: await ofEach("folder_conflicts"),
    gone: await ofEach("folder_gone"),
    unsettled: await ofEach("folder_unsettled"),
    files: await ofEach("folder_files", { filter, offset: 0 }),
    folders,
  };
}

test("an office with a folder in each state", async ({ page, desktop }) => {
  test.slow();
  const { app } = desktop;
  await prepare(page);
  await app.connect("test");
  await app.connect("production");
  await everyState(desktop);
  await isRecorded(app, "office", async () => {
    const projects = await app.call<ProjectList>("list_projects", { fresh: true });
    const target = { project: projects.projects.find(({ number }) => number === project.number)?.id, workOrder: null };
    return {
      appState: await app.call("app_state"),
      online: await app.call("online"),
      projects,
      documents: await app.call("list_documents", { target, fresh: true }),
      transfers: await app.call("transfers"),
      settings: await app.call("folder_settings"),
      ...(await foldersOf(app)),
    };
  });
});

test("folders of states that no conflict explains", async ({ page, desktop }) => {
  await prepare(page);
  await stuck(desktop);
  await isRecorded(desktop.app, "stuck", () => foldersOf(desktop.app));
});

test("files on their way, and files that failed", async ({ page, desktop: { app, service } }) => {
  await prepare(page);
  const id = await projectId(service, "production");
  const body = { error: "TooLarge", message: "Files may have 100 MB." };
  await service.fault({ method: "POST", path: `/core${paths.projects}`, times: 1, action: { status: 413, body } });
  await send(app, id, "Tegninger VA", "Punktsky.las");
  await expect.poll(async () => (await app.call<{ failed: number }>("transfers")).failed).toBe(1);
  await send(app, id, "HMS og rigg", "SJA sprengning uke 48.docx");
  await expect.poll(async () => (await app.call<{ filesDone: number }>("transfers")).filesDone).toBe(1);
  await service.fault({ method: "POST", path: `/core${paths.projects}`, action: { delayMs: 120_000 } });
  for (const name of ["HA-310 Kum SK25–SK31.dwg", "HA-311 Kum SK32–SK36.dwg"])
    await send(app, id, "Tegninger VA", name);
  await isRecorded(app, "sending", () => app.call("transfers"));
});

test("the plan of a drop", async ({ page, desktop: { app, service } }) => {
  await prepare(page);
  const target = { project: await projectId(service, "production"), workOrder: null };
  await app.choose(...revision(app));
  const { dropId } = await app.call<DroppedFiles>("pick_files", { folders: false });
  const { planId } = await app.call<DropPlan>("plan_drop", { dropId, target, section: null });
  // Files that were just written are still being saved, to the plan.
  await expect.poll(async () => (await app.call<DropPlan>("get_plan", { planId })).ready).toBe(true);
  await isRecorded(app, "plan", () => app.call("get_plan", { planId }));
});
