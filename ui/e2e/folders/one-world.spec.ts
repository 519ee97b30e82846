/** Two connections: what goes through one is neither shown nor changed in the other. */

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { ActReport, KeptVersions } from "../../src/ipc";
import { connectionNames } from "../desktop/app";
import { contentOf, documentsOf } from "../desktop/colleague";
import { projectId } from "../desktop/data";
import { becomes, mirror, toldOf } from "../desktop/folders";
import { isKept } from "../desktop/kept";
import { calls, prepare, test } from "../fixtures";
import { openFolders, row } from "./folders";

test("nothing that is asked in Test changes Production; a line shows what goes on there and switches", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  const project = await projectId(service, "production");
  const [folder, section, name] = ["Tegninger Test", "Prøver", "HA-401 Plan.pdf"];
  const id = await mirror(app, { name: folder, project, section, files: [[name, "first"]] });
  const content = async () => {
    const [document] = await documentsOf(service, project, section);
    return document && contentOf(service, project, document.fileReferenceId);
  };
  const file = app.write(`${folder}/${name}`, "second, longer");
  await isKept(app, name);
  await becomes(app, id, "inStep");
  const scope = { folder: id, target: null, section: null, name: null };
  const { versions } = await app.call<KeptVersions>("kept_versions", { scope, search: "" });
  const before = await toldOf(app, id);

  await app.connect("test");
  const named = [{ section, name }];
  const acts: [command: string, args: Record<string, unknown>][] = [
    ["pause_folders", { id, until: null }],
    ["resume_folders", { id }],
    ["compare_folder", { id }],
    ["set_folder_deletes", { id, deletes: "propagate" }],
    ["decide_gone", { id, files: named, choice: "remove" }],
    ["decide_damaged", { id, files: named, choice: "upload" }],
    ["upload_as_it_is", { id, file: named[0] }],
    ["remove_folder", { id }],
  ];
  for (const [command, args] of acts) {
    const refused = app.call(command, args);
    await expect(refused, command).rejects.toThrow(/"shownFor":"Fjordvik Anlegg AS – prøve"/);
  }
  const kept = versions.map(({ version }) => version);
  const restored = await app.call<ActReport>("restore_versions", { versions: kept });
  expect(restored, "each is refused by itself").toMatchObject({ act: null, done: 0, unchanged: 0, failed: [{ name }] });
  await app.call("pause_folders", { id: null, until: null });
  expect(await content()).toBe("second, longer");
  expect(readFileSync(file, "utf8")).toBe("second, longer");

  await openFolders(page);
  await expect(row(page, /Tegninger Test/)).toHaveCount(0);
  const line = `1 folder of ${connectionNames.production} · Production syncs in the background`;
  await page.getByRole("button", { name: line }).click();
  await expect(row(page, /Tegninger Test/)).toBeVisible();
  expect(await calls(page, "activateConnection")).toEqual([[connectionNames.production]]);
  expect(await toldOf(app, id)).toMatchObject({ deletes: before?.deletes, paused: null, otherConnection: null });
});
