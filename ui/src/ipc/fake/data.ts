/** The company of the fake: Strømhaug Anlegg AS, its projects, work orders and documents. All of it is made up. */

import type {
  ConnectionInfo,
  Document,
  Failure,
  FailureKind,
  Page,
  Project,
  Section,
  Target,
  WorkOrder,
} from "../bindings";
import type { Scenario } from "./scenarios";

/** Minutes before now, as the desktop side writes times. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

const day = 24 * 60;

export function failure(kind: FailureKind, params: Record<string, string> = {}, rest: Partial<Failure> = {}): Failure {
  return { kind, message: `fake: ${kind}`, fix: "", status: null, code: null, field: null, params, ...rest };
}

export function connections({ on }: Scenario): ConnectionInfo[] {
  if (on.has("first")) return [];
  const kept = on.has("noKeyring") ? "session" : "keyring";
  const real = (name: string, environment: "production" | "test", active: boolean): ConnectionInfo => ({
    name,
    environment,
    sampleData: false,
    ...addresses(environment),
    clientId: environment === "test" ? "strh-kontor-4f81c2" : "strh-kontor-90ab17",
    staticToken: false,
    scopes: [],
    proxy: null,
    company: "Strømhaug Anlegg AS",
    active,
    secretKept: kept,
  });
  const sample: ConnectionInfo = {
    name: "Sample data",
    environment: "test",
    sampleData: true,
    identityUrl: "http://127.0.0.1:41873",
    baseUrl: "http://127.0.0.1:41873",
    reportingUrl: "http://127.0.0.1:41873",
    clientId: "sample",
    staticToken: false,
    scopes: [],
    proxy: null,
    company: "Eksempel Entreprenør AS",
    active: on.has("sample"),
    secretKept: kept,
  };
  const list = [
    real("Strømhaug Anlegg", "production", !on.has("test") && !on.has("sample") && !on.has("sampleLost")),
    real("Strømhaug Anlegg – prøve", "test", on.has("test")),
  ];
  return on.has("sample") || on.has("sampleLost") ? [...list, sample] : list;
}

export function addresses(environment: "test" | "production") {
  const part = environment === "test" ? "test." : "";
  return {
    identityUrl: `https://identity.${part}feltdrift.example`,
    baseUrl: `https://api.${part}feltdrift.example`,
    reportingUrl: `https://reporting.${part}feltdrift.example`,
  };
}

const projectNames: [number: string, name: string, active?: boolean][] = [
  ["P-2026-001", "Fv. 44 Tengesdal, rassikring"],
  ["P-2026-004", "VA Sandnes sør, etappe 2"],
  ["P-2026-007", "Kv. Spinneriet, Mölndal – schakt"],
  ["P-2026-011", "E18 Retvet, massedeponi"],
  ["P-2026-014", "Ny skole Bjørkelia"],
  ["P-2025-038", "Bru over Storelva, Hol"],
  ["P-2025-042", "Fjernvarme Torgata"],
  ["P-2025-047", "Väg 160 Säckebäck, GC-väg"],
  ["P-2025-051", "Steinbrudd Kalvåsen, drift"],
  ["P-2025-056", "Ladeinfrastruktur Husøy ferjekai"],
  ["P-2024-019", "Kai 3 Husøy havn", false],
];

export function projects({ on }: Scenario): Project[] {
  if (on.has("empty")) return [];
  return projectNames.map(
    ([number, name, active = true], at): Project => ({
      id: `project-${number}`,
      number,
      name,
      active,
      usedAt: at === 1 ? minutesAgo(4) : at === 4 ? minutesAgo(3 * day) : null,
    }),
  );
}

const workOrderNames = [
  "Grøft profil 0–450",
  "Pumpestasjon PS2",
  "Kryssing Hoveveien",
  "Overvann Skeiane",
  "Sjøledning",
  "Kummer SK14–SK31",
  "Asfaltering",
  "Rigg og drift",
];

export function workOrders(project: Project): WorkOrder[] {
  const last = Number(project.number.slice(-3));
  const count = project.active ? (last === 4 ? 8 : (last % 5) + 2) : 0;
  return workOrderNames.slice(0, count).map((name, at) => ({
    id: `${project.id}-order-${at + 1}`,
    projectId: project.id,
    number: `${last}-${110 + at * 10}`,
    name,
    active: true,
  }));
}

type Line = [name: string, sizeBytes: number | null, minutes: number | null, state?: Document["state"]];

const drawings: Line[] = [
  ["HA-101 Oversiktsplan VA rev C.pdf", 8_400_000, 4],
  ["HA-201 Plan og profil 0–450.pdf", 12_700_000, 3 * day],
  ["HA-202 Plan og profil 450–980.pdf", 11_700_000, 4],
  ["HA-305 Kum SK14–SK19.dwg", 3_200_000, 2 * day],
  ["HA-306 Kum SK20–SK24.dwg", 2_900_000, 2 * day, "verified"],
  ["HB-110 Pumpestasjon PS2 snitt A–A.pdf", 5_600_000, 2 * day],
  ["HB-111 Pumpestasjon PS2 bunnplate, vegger og dekke, armering og innstøpte deler.pdf", 6_000_000, 3 * day],
  ["HB-140 Kryssing Hoveveien.pdf", 4_800_000, 8 * day, "needsDecision"],
  ["HB-140 Kryssing Hoveveien.pdf", null, null, "needsDecision"],
  ["Terrengmodell 2026-11-18.ifc", 84_200_000, 2 * day],
  ["VL spillvann SP200 senterlinje.xml", 1_100_000, 9 * day],
];
const safety: Line[] = [
  ["Arbeidsvarsling plan 7 Hoveveien.pdf", 2_200_000, 320],
  ["Riggplan Hoveveien rev B.pdf", 3_900_000, 15 * day],
  ["SJA sprengning uke 47.docx", null, null],
  ["Beredskapsplan med varslingsliste.pdf", 740_000, 79 * day],
];
const general: Line[] = [
  ["Kontrollplan VA-ledninger.pdf", 1_400_000, 16 * day],
  ["Byggemøte 14 referat.pdf", 310_000, 1 * day, "verified"],
  ["Fremdriftsplan.mpp", 0, 20 * day],
  ["plan‮gpj.exe", null, null],
];

/** The page of a target as the service would list it. */
export function page(target: Target, { on }: Scenario): Page {
  const empty = on.has("emptyPage") || on.has("suddenlyEmpty") || !target.project.endsWith("2026-004");
  const sections = empty
    ? []
    : target.workOrder === null
      ? [
          section(target, "Documents", general),
          section(target, "HMS og rigg", safety),
          section(target, "Tegninger VA", drawings),
        ]
      : [section(target, "Documents", safety.slice(0, 2))];
  return {
    target,
    sections,
    readAt: minutesAgo(1),
    cached: on.has("offline"),
    emptyWhereThereWere: on.has("suddenlyEmpty") ? 79 : null,
  };
}

/** A synced folder keeps every second of the drawings that came from here. */
function from(section: string, minutes: number | null, at: number): Pick<Document, "origin" | "folder"> {
  if (minutes === null) return { origin: "someoneElse", folder: null };
  if (section === "Tegninger VA" && at % 2 === 1)
    return { origin: "syncedFolder", folder: { id: "va", name: "Tegninger VA" } };
  return { origin: "byHand", folder: null };
}

function section(target: Target, name: string, lines: Line[]): Section {
  const place = `${target.project}/${target.workOrder ?? ""}/${name}`;
  return {
    section: name,
    pageExternalId: place,
    documents: lines.map(([file, sizeBytes, minutes, state = "listed"], at) => ({
      id: `${place}/${at + 1}`,
      name: file,
      // Written direction marks are shown as symbols, as the desktop side does.
      shownName: file.replaceAll("\u202E", "␀"),
      sizeBytes,
      sentAt: minutes === null ? null : minutesAgo(minutes),
      ...from(name, minutes, at),
      state,
      opens: /\.(pdf|docx|png|jpg|txt)$/.test(file),
    })),
  };
}
