/** A list of synced folders of another computer. */

import { readFileSync } from "node:fs";
import { writeFolder } from "../desktop/folders";
import type { Desktop } from "../fixtures";

/** Chooses a list with the folder that is here already, one that is not on the disk, and one that can be taken. */
export async function importList({ app }: Desktop): Promise<void> {
  const list = app.path("Fielddesk folders.json");
  await app.choose(app.write("Fielddesk folders.json", ""));
  await app.call("export_folders");
  const exported = JSON.parse(readFileSync(list, "utf8")) as { folders: { folder: string }[] };
  const [known] = exported.folders;
  if (known === undefined) throw new Error("No folder was exported.");
  const elsewhere = [writeFolder(app, { name: "Felles 2027", files: ["Plan.pdf"] }), app.path("not on this computer")];
  const folders = [known, ...elsewhere.map((folder) => ({ ...known, folder }))];
  await app.choose(app.write("Fielddesk folders.json", JSON.stringify({ ...exported, folders })));
}
