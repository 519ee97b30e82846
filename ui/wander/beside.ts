/** Acts beside the page: files of the person, changes by a second client. */

import { mkdirSync } from "node:fs";
import type { App } from "../e2e/desktop/app";
import { add, documentsOf, remove } from "../e2e/desktop/colleague";
import { drawings, projectId } from "../e2e/desktop/data";
import { importFile, revision } from "../e2e/desktop/files";
import { paths, type Service } from "../e2e/desktop/service";
import type { Act, Parcel } from "./step";

/** Files of the person, by their paths. */
export function parcel(app: App, parcel: Parcel): string[] {
  switch (parcel) {
    case "revision":
      return revision(app);
    case "table":
      return [importFile(app)];
    case "odd":
      return [app.write("👷 plan\u202Egpj.exe", new Uint8Array(3_000))];
    case "folder":
      mkdirSync(app.path("chosen"), { recursive: true });
      app.write("chosen/HA-401 Grunnplan.pdf");
      return [app.path("chosen")];
  }
}

/** Lets a second client change something of production; `which` chooses one of those that are there. */
export async function colleague(service: Service, act: Act, which: number): Promise<void> {
  const change = async (path: string, values: object) => {
    const list = (await service.call("production", "GET", path)) as { id: string }[];
    const id = list[which % list.length]?.id;
    if (id !== undefined) await service.call("production", "PATCH", `${path}/${id}`, values);
  };
  const project = () => projectId(service, "production");
  switch (act) {
    case "rename machine":
      return change(paths.machines, { name: `Renamed ${which}`, hourMeter: 9_000 + which });
    case "block machine":
      return change(paths.machines, { blockCheckIn: which % 2 === 0, blockCheckInMessage: "By a colleague" });
    case "add machine": {
      const { companyId } = service.ready.environments.production;
      const { length } = (await service.call("production", "GET", paths.machines)) as object[];
      const made = { machineNumber: `N${length}`, name: "New", active: true, companyId };
      await service.call("production", "POST", paths.machines, made);
      return;
    }
    case "rename user":
      return change(paths.users, { firstName: `Renamed ${which}` });
    case "add document":
      return add(service, await project(), drawings, `HC-${which} Ny.pdf`, `${which}`);
    case "remove document": {
      const id = await project();
      const listed = await documentsOf(service, id, drawings);
      const name = listed[which % Math.max(listed.length, 1)]?.name;
      return name === undefined ? undefined : remove(service, id, drawings, name);
    }
  }
}
