/** Before all journeys: one folder of service data is seeded and filled; each journey begins with a copy of it. */

import { constants, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "./data";
import { type Clients, Service } from "./service";

/** Where the workers find it. */
const variable = "FIELDDESK_JOURNEYS";

/** Makes the template; what it gives back removes it with everything that journeys left. */
export default async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "fielddesk-journeys-"));
  const service = await Service.start(join(folder, "service"), join(folder, "service.log"));
  await Promise.all([fill(service, "production"), fill(service, "test")]);
  writeFileSync(join(folder, "clients.json"), JSON.stringify(service.clients));
  await service.stop();
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A folder of a journey's own, with a copy of the service's data. */
export function copyTemplate(): { folder: string; clients: Clients } {
  const template = process.env[variable];
  if (template === undefined) throw new Error("The template of the journeys was not made.");
  const folder = mkdtempSync(join(template, "journey-"));
  cpSync(join(template, "service"), join(folder, "service"), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  const clients = JSON.parse(readFileSync(join(template, "clients.json"), "utf8")) as Clients;
  return { folder, clients };
}
