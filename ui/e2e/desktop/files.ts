/** Files of the person: a revision of drawings to drop, a spreadsheet to import. */

import { join } from "node:path";
import type { DropPlan, DroppedFiles } from "../../src/ipc";
import type { App } from "./app";
import { believable } from "./pictures";

/** Names of the files of a revision; those of one folder go to its section. */
const names = [
  "Notat geoteknikk 17.11.pdf",
  "HA-203 Plan og profil 980–1400.pdf",
  "rev/HA-203 Plan og profil 980–1400.pdf",
  "HB-140 Kryssing Hoveveien.pdf",
  "Skisse\u0007 utløp.pdf",
  "HA-101 Oversiktsplan VA rev C.pdf",
  "HA-201 Plan og profil 0–450.pdf",
  "HA-202 Plan og profil 450–980.pdf",
  "SJA sprengning uke 47.docx",
  "HA-310 Kum SK25–SK31.dwg",
  "HA-311 Kum SK32–SK36.dwg",
  "HB-112 Pumpestasjon PS2 rør.pdf",
  "Arbeidsvarsling plan 8 Hoveveien.pdf",
  "Riggplan Hoveveien rev C.pdf",
  "HMS og rigg/SJA kryssing Hoveveien uke 48.docx",
  "HMS og rigg/Varslingsliste vakt desember.xlsx",
  "Terrengmodell 2026-11-25.ifc",
  "Tom fil.txt",
];

/** 18 files in two folders and beside them; the paths as they are dragged. */
export function revision(app: App): string[] {
  const shown = believable(names);
  for (const name of shown) app.write(join("revision", name), name === "Tom fil.txt" ? "" : `${name}, new\n`);
  const dragged = shown.map((name) => name.split("/")[0] ?? name);
  return [...new Set(dragged)].map((name) => app.path(join("revision", name)));
}

/** Sends one file into a section, as the plan of a drop does. */
export async function send(app: App, project: string, section: string, name: string): Promise<void> {
  await app.choose(app.write(name));
  const drop = await app.call<DroppedFiles>("pick_files", { folders: false });
  const target = { project, workOrder: null };
  let plan = await app.call<DropPlan>("plan_drop", { dropId: drop.dropId, target, section });
  while (!plan.ready) plan = await app.call<DropPlan>("get_plan", { planId: plan.planId });
  await app.call("send_plan", { planId: plan.planId, rowIds: plan.rows.map(({ rowId }) => rowId) });
}

/** The rows of a spreadsheet, four of them bad: a number with a letter, a type, a date, a rate. */
const table = `Nr;Navn;Forbruk;Enhet;Type drivstoff;Timer;Avd.;Maskintype;Siste service;Eier
1021;Volvo EC220E;14,6;L/time;anleggsdiesel;6 431;Grunnarbeid;Beltegraver;14.09.2026;SA
1024;CAT 325 Next Gen;15,8;L/time;anleggsdiesel;3 912;Grunnarbeid;;02.10.2026;SA
1205;Volvo A30G;18,3;L/time;anleggsdiesel;7 744;Masse;Dumper;16.09.2026;SA
1207;Bell B30E;17,6;L/time;anleggsdiesel;6 702;Masse;Dumper;;SA
12O4;Volvo A30G;18,3;L/time;anleggsdiesel;8 066;Masse;Dumper;;SA
1118;Volvo L25 Electric;11,0;kWh/time;elektrisk;640;VA;Hjullaster;03.11.2026;SA
1412;Dynapac CA3500D;10,2;L/time;anleggsdiesel;2 977;Grunnarbeid;Valss;;SA
1512;Kubota KX019-4;2,9;L/time;anleggsdiesel;3 018;VA;Beltegraver;26.08.2026;SA
1316;Volvo FM Electric;1,6;kWh/km;elektrisk;;Transport;Tippbil;31.12.1899;SA
1063;Volvo EW160E;elleve;L/time;anleggsdiesel;5 530;VA;Hjulgraver;07.07.2026;SA
`;

/** A spreadsheet of fuel and hours. */
export function importFile(app: App): string {
  return app.write("Drivstoff og timer uke 47.csv", table);
}
