/** Data of the journeys' service beside its sample data: documents of one project, machines with equipment. */

import { believable, filled } from "./pictures";
import { type Environment, paths, type Service } from "./service";

/** The project whose page has documents. */
export const project = { number: "P-2026-004", name: "Høydebasseng Storåsen" };

/** The section of its drawings. */
export const drawings = "Tegninger VA";

/** Its documents by section, as the office of a contractor has them. */
const documents: Record<string, string[]> & Record<typeof drawings, string[]> = {
  Documents: ["Kontrollplan VA-ledninger.pdf", "Byggemøte 14 referat.pdf", "Fremdriftsplan.mpp", "plan\u202Egpj.exe"],
  "HMS og rigg": [
    "Arbeidsvarsling plan 7 Hoveveien.pdf",
    "Riggplan Hoveveien rev B.pdf",
    "SJA sprengning uke 47.docx",
    "Beredskapsplan med varslingsliste.pdf",
  ],
  [drawings]: [
    "HA-101 Oversiktsplan VA rev C.pdf",
    "HA-201 Plan og profil 0–450.pdf",
    "HA-202 Plan og profil 450–980.pdf",
    "HA-305 Kum SK14–SK19.dwg",
    "HA-306 Kum SK20–SK24.dwg",
    "HB-110 Pumpestasjon PS2 snitt A–A.pdf",
    "HB-111 Pumpestasjon PS2 bunnplate, vegger og dekke, armering og innstøpte deler.pdf",
    "HB-140 Kryssing Hoveveien.pdf",
    "HB-140 Kryssing Hoveveien.pdf",
    "Terrengmodell 2026-11-18.ifc",
    "VL spillvann SP200 senterlinje.xml",
  ],
};

/** 2,000 projects, as a list of the service has them; the one with documents is among them. */
export function manyProjects(id: string): object[] {
  const list = Array.from({ length: 2000 }, (_, at) => ({
    id: at === 0 ? id : at.toString(16).padStart(24, "0"),
    projectNumber:
      at === 0 ? project.number : `P-${2023 - Math.floor(at / 500)}-${String((at % 500) + 1).padStart(3, "0")}`,
    name: at === 0 ? project.name : `VA-anlegg ${at}`,
    active: at % 9 !== 5,
  }));
  return list;
}

/** Messages of blocked machines. */
export const messages = [
  "Ikke bruk før årskontroll er godkjent",
  "På verksted, tilbake mandag",
  "Hydraulikkslange lekker, ring Lars Tveit 911 04 772",
] as const;

type Start = [
  number: string,
  name: string,
  type: string,
  department: string,
  hours: number | null,
  service: string | null,
  fuel: [rate: number, unit: number, fuel: number] | null,
  blocked?: string,
];

/** The machines that journeys name. */
const machines: Start[] = [
  ["1021", "Volvo EC220E", "beltemaskin", "Grunnarbeid", 6412, "2026-09-14", [14.2, 0, 7], messages[2]],
  ["1024", "CAT 325 Next Gen", "beltemaskin", "Grunnarbeid", 3880, "2026-10-02", [15.8, 0, 7]],
  ["1043", "Komatsu PC290LC-11", "beltemaskin", "Fjell", 9127, "2026-05-21", [17.5, 0, 7]],
  ["1051", "Hitachi ZX135US-7", "beltemaskin", "Grunnarbeid", 2204, "2026-10-19", [9.6, 0, 7]],
  ["1063", "Volvo EW160E", "hjulgraver", "VA", 5516, "2026-07-07", [11.1, 0, 7]],
  ["1107", "Hitachi ZW220-7", "hjullaster", "Masse", 7903, "2026-02-12", [13.4, 0, 7], messages[0]],
  ["1112", "Volvo L120H", "hjullaster", "Masse", 4150, "2026-08-28", [12.9, 0, 7]],
  ["1118", "Volvo L25 Electric", "hjullaster", "VA", 612, "2026-11-03", [11, 2, 4]],
  ["1203", "Volvo A30G", "dumper", "Masse", 8241, "2026-09-15", [18.5, 0, 7]],
  ["1204", "Volvo A30G", "dumper", "Masse", 8066, "2026-09-15", [18.5, 0, 7]],
  ["1205", "Volvo A30G", "dumper", "Masse", 7744, "2026-09-16", null],
  ["1207", "Bell B30E", "dumper", "Masse", 6690, "2025-11-30", null, messages[0]],
  ["1219", "Bergmann C815s", "dumper", "VA", 1822, "2026-06-11", [6.4, 2, 7]],
  ["1222", "Hydrema 912G", "dumper", "VA", 3120, "2026-06-02", [0, 0, 7]],
  ["1310", "Scania R 590 8×4", "tippbil", "Transport", null, "2026-10-22", [0.48, 1, 1]],
  ["1311", "Scania R 590 8×4", "tippbil", "Transport", null, "2026-10-22", [0.47, 1, 1]],
  ["1316", "Volvo FM Electric", "tippbil", "Transport", null, "2026-11-09", [1.6, 3, 4]],
  ["1412", "Dynapac CA3500D", "vals", "Grunnarbeid", 2977, "2026-06-04", [10.2, 0, 7]],
  ["1508", "Wacker Neuson DT10", "minidumper", "VA", 1340, "2026-03-18", null],
  ["1512", "Kubota KX019-4", "beltemaskin", "VA", 3018, "2026-08-26", [2.9, 0, 7]],
  ["1602", "Toyota Hilux", "firmabil", "Ledelse", null, "2026-09-01", [0.09, 1, 1]],
];

const equipment: [number: string, name: string, of: string, department: string, service: string][] = [
  ["E-2041", "Rototilt R6", "1043", "Grunnarbeid", "2026-08-11"],
  ["E-2055", "Epiroc MB 1650 breaker", "1043", "Fjell", "2026-06-30"],
  ["E-2060", "Engcon EC226", "1021", "Grunnarbeid", "2026-04-20"],
];

/** Fills an environment. */
export async function fill(service: Service, environment: Environment): Promise<void> {
  const id = await projectId(service, environment);
  for (const [section, names] of Object.entries(documents))
    await upload(service, environment, id, section, believable(names));
  const { companyId, subsidiaryId } = service.ready.environments[environment];
  for (const [number, name, typeId, department, hourMeter, service_, , blocked] of machines)
    await service.call(environment, "POST", paths.machines, {
      machineNumber: number,
      name,
      typeId,
      department,
      ...(hourMeter === null ? {} : { hourMeter }),
      serviceDate: `${service_}T00:00:00Z`,
      blockCheckIn: blocked !== undefined,
      ...(blocked === undefined ? {} : { blockCheckInMessage: blocked }),
      active: true,
      buildYear: 2014 + (Number(number) % 12),
      serialNumber: `SN-${number}-77`,
      weight: 1000 * (8 + (Number(number) % 30)),
      companyId: number === "1310" || number === "1311" ? subsidiaryId : companyId,
    });
  const ids = await machineIds(service, environment);
  for (const [number, , , , , , fuel] of machines)
    if (fuel !== null)
      await service.call(environment, "PATCH", `${paths.machines}/${ids.get(number)}/esg`, {
        fuelConsumptionRate: fuel[0],
        fuelConsumptionUnit: fuel[1],
        fuelType: fuel[2],
      });
  for (const [number, name, of, department, serviceDate] of equipment)
    await service.call(environment, "POST", paths.machines, {
      machineNumber: number,
      name,
      isEquipment: true,
      active: true,
      parentMachineId: ids.get(of),
      department,
      serviceDate: `${serviceDate}T00:00:00Z`,
      companyId,
    });
}

/** The drawings with their contents, in the order of the list; one name is there twice. */
export function seededDrawings(): [name: string, content: string][] {
  return documents[drawings].map((name, at) => [name, contentOf(name, at)]);
}

function contentOf(name: string, at: number): string {
  return `${name} ${at}\n`;
}

/** Uploads documents as a colleague does; each holds its own name. */
export async function upload(
  service: Service,
  environment: Environment,
  project: string,
  section: string,
  names: readonly string[],
): Promise<void> {
  const form = new FormData();
  for (const [at, name] of names.entries()) form.append("file", filled(name, contentOf(name, at)), name);
  await service.call(
    environment,
    "POST",
    `${paths.projects}/${project}/documents?section=${encodeURIComponent(section)}`,
    form,
  );
}

/** The id of a project by its number. */
export async function projectId(service: Service, environment: Environment, number = project.number): Promise<string> {
  const found = await service.call(environment, "GET", `${paths.projects}/by-project-number/${number}`);
  return (found as { id: string }).id;
}

/** Ids of machines by their numbers. */
export async function machineIds(service: Service, environment: Environment): Promise<Map<string, string>> {
  const found = (await service.call(environment, "GET", paths.machines)) as { id: string; machineNumber: string }[];
  return new Map(found.map(({ id, machineNumber }) => [machineNumber, id]));
}
