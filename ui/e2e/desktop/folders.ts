/** Synced folders of a journey: files on the disk, mirrored by the app. */

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { FolderDeletes, FolderDraft, Folders, PickedFolder, SyncedFolder } from "../../src/ipc";
import type { App } from "./app";
import { takesPictures } from "./pictures";

/** A folder to keep in step with a section of a project, or with a section for each subfolder. */
export interface NewFolder {
  name: string;
  /** The project's id. */
  project: string;
  workOrder?: string;
  section?: string;
  sectionsBySubfolder?: boolean;
  deletes?: FolderDeletes;
  /** Names with their content; a name alone holds itself. */
  files: readonly (string | readonly [name: string, content: string | Uint8Array])[];
}

/** Writes the files of a folder, as saved an hour ago: what was saved just now is left to settle. */
export function writeFolder(app: App, { name, files }: Pick<NewFolder, "name" | "files">): string {
  const saved = Date.now() / 1000 - 3600;
  for (const file of files) {
    const [own, content] = typeof file === "string" ? [file, undefined] : file;
    const path = app.write(join(name, own), content);
    if (!takesPictures) utimesSync(path, saved, saved);
  }
  return app.path(name);
}

/** Adds a synced folder as the wizard does, and says its id. */
export async function addFolder(app: App, folder: NewFolder): Promise<string> {
  await app.choose(writeFolder(app, folder));
  const { pickId } = await app.call<PickedFolder>("pick_folder");
  const { project, workOrder = null, section = null, sectionsBySubfolder = false, deletes = "ask" } = folder;
  const draft: FolderDraft = { target: { project, workOrder }, section, sectionsBySubfolder, deletes };
  await app.call("plan_folder", { pickId, draft });
  return app.call<string>("start_folder", { pickId, draft });
}

/** What the app says of a folder now. */
export async function toldOf(app: App, id: string): Promise<SyncedFolder | undefined> {
  const { folders } = await app.call<Folders>("folders");
  return folders.find((folder) => folder.id === id);
}

/** What is to be said of a folder, in parts. */
type Told = Partial<Omit<SyncedFolder, "progress">> & { progress?: Partial<SyncedFolder["progress"]> };

/** Waits until the app says this of a folder. */
export async function says(app: App, id: string, told: Told): Promise<void> {
  await expect.poll(() => toldOf(app, id), { timeout: 30_000 }).toMatchObject(told);
}

/** Waits until the app has a folder in this state. */
export function becomes(app: App, id: string, state: SyncedFolder["state"]): Promise<void> {
  return says(app, id, { state });
}

/** Adds a synced folder and waits until its files are in the project. */
export async function mirror(app: App, folder: NewFolder): Promise<string> {
  const id = await addFolder(app, folder);
  await becomes(app, id, "inStep");
  return id;
}
