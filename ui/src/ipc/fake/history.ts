/** Kept versions in the fake: of two synced folders, of one that is no longer synced, and of what was done by hand. */

import type { HistoryScope, KeptFolder, KeptVersion, KeptVersions, Project } from "../bindings";
import { type Bridge, FailureError } from "../bridge";
import { failure, minutesAgo } from "./data";
import type { Scenario } from "./scenarios";

type Names = "keptVersions" | "lossOfVersions" | "deleteVersions" | "openVersion" | "restoreVersion" | "saveVersion";

type Kept = KeptVersion & { projectId: string };
type Line = [
  name: string,
  section: string,
  folder: KeptFolder | null,
  from: KeptVersion["from"],
  reason: KeptVersion["reason"],
  minutes: number,
  bytes: number,
];

const days = 30;
const day = 24 * 60;
const drawings: KeptFolder = { id: "va", name: "Tegninger VA" };
const former: KeptFolder = { id: "former", name: null };

const lines: Line[] = [
  ["HA-101 Oversiktsplan VA rev C.pdf", "Tegninger VA", drawings, "remote", "replaced", 130, 8_400_000],
  ["HA-202 Plan og profil 450–980.pdf", "Tegninger VA", drawings, "remote", "replaced", 131, 11_700_000],
  ["SJA sprengning uke 46.docx", "HMS og rigg", null, "remote", "deleted", 160, 2_900_000],
  ["Riggplan Hoveveien rev B.pdf", "HMS og rigg", null, "remote", "replaced", day + 40, 4_100_000],
  ["HA-305 Kum SK14–SK19.dwg", "Tegninger VA", drawings, "remote", "replaced", 2 * day, 3_200_000],
  ["HA-090 Oversikt utgått.pdf", "Tegninger VA", drawings, "remote", "deleted", 3 * day, 1_900_000],
  ["HB-110 Pumpestasjon PS2 snitt A–A.pdf", "Tegninger VA", drawings, "local", "resolved", 5 * day, 5_600_000],
  ["HB-110 Pumpestasjon PS2 snitt A–A.pdf", "Tegninger VA", drawings, "remote", "replaced", 9 * day, 5_400_000],
  ["Varslingsliste vakt november.xlsx", "HMS og rigg", former, "remote", "twin", 17 * day, 96_000],
];

export function historyCommands({ on }: Scenario, projects: readonly Project[]): Pick<Bridge, Names> {
  const project = projects.find(({ name }) => (name ?? "").startsWith("VA Sandnes")) ?? projects[0];
  let kept = lines.map(([name, section, folder, from, reason, minutes, bytes], at): Kept => {
    const at_ = minutesAgo(minutes);
    return {
      version: 500 - at,
      projectId: project?.id ?? "",
      folder,
      place: project === undefined ? "" : `${project.number} ${project.name}`,
      section,
      name,
      shownName: name,
      bytes,
      from,
      reason,
      at: at_,
      keptUntil: new Date(new Date(at_).getTime() + days * day * 60_000).toISOString(),
      restorable: folder !== former,
    };
  });
  const within = ({ folder, target }: HistoryScope, { projectId, folder: own }: Kept) =>
    // Every folder of the fake kept the same.
    (folder === null || own === drawings) && (target === null || projectId === target.project);
  const told = (versions: Kept[]): KeptVersions => ({
    versions: versions.map(({ projectId: _, ...version }) => version),
    total: versions.length,
    bytes: versions.reduce((sum, { bytes }) => sum + bytes, 0),
    days,
    full: on.has("historyFull"),
  });
  const known = (version: number) => {
    const found = kept.find((each) => each.version === version);
    if (found === undefined) throw new FailureError(failure("notFound"));
    return found;
  };
  return {
    keptVersions: async (scope, search) => {
      const wanted = search.trim().toLowerCase();
      const all = on.has("noHistory") ? [] : kept.filter((each) => within(scope, each));
      return told(all.filter(({ name }) => name.toLowerCase().includes(wanted)));
    },
    lossOfVersions: async (scope, age) => {
      const before = Date.now() - age * day * 60_000;
      const { versions, bytes } = told(
        kept.filter((each) => within(scope, each) && new Date(each.at).getTime() <= before),
      );
      return { versions, bytes };
    },
    deleteVersions: async (versions) => {
      kept = kept.filter(({ version }) => !versions.includes(version));
      return null;
    },
    openVersion: async (version) => ({ opened: known(version).name.endsWith(".pdf") }),
    restoreVersion: async (version) => {
      if (known(version).folder === null && on.has("offline"))
        throw new FailureError(failure("unreachable", { host: "api.feltdrift.example" }));
      return null;
    },
    saveVersion: async () => true,
  };
}
