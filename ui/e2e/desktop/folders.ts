/** Synced folders of a journey: files on the disk, mirrored by the app. */

import { join } from "node:path";
import { expect } from "@playwright/test";
import type { FolderDeletes, Folders, PickedFolder } from "../../src/ipc";
import type { App } from "./app";

/** A folder to keep in step with a section of a project. */
export interface NewFolder {
  name: string;
  /** The project's id. */
  project: string;
  section: string;
  deletes?: FolderDeletes;
  /** Names with their content; a name alone holds itself. */
  files: readonly (string | readonly [name: string, content: string])[];
}

/** Writes the files of a folder. */
export function writeFolder(app: App, { name, files }: Pick<NewFolder, "name" | "files">): string {
  for (const file of files)
    if (typeof file === "string") app.write(join(name, file));
    else app.write(join(name, file[0]), file[1]);
  return app.path(name);
}

/** Adds a synced folder as the wizard does, and says its id. */
export async function addFolder(app: App, folder: NewFolder): Promise<string> {
  await app.choose(writeFolder(app, folder));
  const { pickId } = await app.call<PickedFolder>("pick_folder");
  const { project, section, deletes = "ask" } = folder;
  const draft = { target: { project, workOrder: null }, section, sectionsBySubfolder: false, deletes };
  await app.call("plan_folder", { pickId, draft });
  return app.call<string>("start_folder", { pickId, draft });
}

/** Waits until the app says this of a folder. */
export async function becomes(app: App, id: string, state: string): Promise<void> {
  const told = async () => {
    const { folders } = await app.call<Folders>("folders");
    return folders.find((folder) => folder.id === id)?.state;
  };
  await expect.poll(told, { timeout: 30_000 }).toBe(state);
}

/** Adds a synced folder and waits until its files are in the project. */
export async function mirror(app: App, folder: NewFolder): Promise<string> {
  const id = await addFolder(app, folder);
  await becomes(app, id, "inStep");
  return id;
}
