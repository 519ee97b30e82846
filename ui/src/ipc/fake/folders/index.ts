/** The synced folders of the fake: they answer like the desktop side, and what a person decides changes them. */

import type { FolderFileName, FolderPause, Folders, PickedFolder, Project, SyncedFolder } from "../../bindings";
import { type Bridge, FailureError } from "../../bridge";
import { failure, minutesAgo } from "../data";
import type { Scenario } from "../scenarios";
import { conflictsOf, eventsOf, filesOf, goneFrom, syncedFolders } from "./data";
import { folderSettings } from "./settings";
import { firstPlan, picked } from "./wizard";

type Names =
  | "folders"
  | "pickFolder"
  | "folderOfDrop"
  | "planFolder"
  | "startFolder"
  | "compareFolder"
  | "pauseFolders"
  | "resumeFolders"
  | "setFolderDeletes"
  | "moveFolder"
  | "removeFolder"
  | "showFolder"
  | "folderFiles"
  | "folderConflicts"
  | "resolveConflicts"
  | "folderUnsettled"
  | "uploadAsItIs"
  | "openFolderFile"
  | "folderGone"
  | "decideGone"
  | "folderActivity"
  | "explainFiles"
  | "verifyFolder"
  | "saveReceipt"
  | "folderLeftOut"
  | "compareConflict"
  | "folderSettings"
  | "ignoreRuleNames"
  | "setFolderSettings"
  | "tryFolderRules"
  | "exportFolders"
  | "importFolders";

type Around = {
  scenario: Scenario;
  projects: Project[];
  nextId: (kind: string) => string;
  tell: (folders: Folders) => void;
};

/** The commands of synced folders, over the folders of the scenario. */
export function folderCommands({ scenario, projects, nextId, tell }: Around): Pick<Bridge, Names> {
  let folders = syncedFolders(scenario);
  let pausedAll: FolderPause | null = null;
  const conflicts = new Map(folders.map(({ id }) => [id, conflictsOf(id)]));
  const gone = new Map(folders.map(({ id }) => [id, goneFrom(id)]));
  const picks = new Map<string, PickedFolder>();

  const settings = folderSettings(() => folders);

  const view = (): Folders => ({
    folders,
    now: folders.some(({ state }) => state === "working")
      ? [
          moving("ARK_plan_1_etasje.ifc", 84_000_000),
          moving("RIB_dekke_over_u1.ifc", 46_000_000),
          moving("RIV_kanaler_2_etasje.ifc", 38_000_000),
        ]
      : [],
    paused: pausedAll,
    limitBytesPerSecond: settings.current().bytesPerSecond,
    runsElsewhere: scenario.on.has("runsElsewhere"),
  });
  const known = (id: string): SyncedFolder => {
    const folder = folders.find((each) => each.id === id);
    if (folder === undefined) throw new FailureError(failure("notFound"));
    return folder;
  };
  const change = (id: string, next: Partial<SyncedFolder>) => {
    folders = folders.map((folder) => (folder.id === id ? { ...folder, ...next } : folder));
    tell(view());
  };
  /** What is still open decides the state, as the engine reckons it. */
  const settle = (id: string) => {
    const open = conflicts.get(id)?.length ?? 0;
    const away = gone.get(id)?.length ?? 0;
    const { files, state } = known(id);
    change(id, {
      conflicts: open,
      gone: away,
      pending: open + away,
      inStep: files - open,
      state: state === "needsDecision" && open + away === 0 ? "inStep" : state,
      comparedAt: minutesAgo(0),
    });
  };
  const same = (a: FolderFileName, b: FolderFileName) => a.section === b.section && a.name === b.name;
  const pickOf = (pickId: string): PickedFolder => {
    const found = picks.get(pickId);
    if (found === undefined) throw new FailureError(failure("notFound"));
    return found;
  };
  const pick = (): PickedFolder => {
    const folder = picked(nextId("pick"));
    picks.set(folder.pickId, folder);
    return folder;
  };

  return {
    folders: async () => view(),
    pickFolder: async () => pick(),
    folderOfDrop: async () => pick(),
    planFolder: async (pickId, draft) => {
      pickOf(pickId);
      return firstPlan(draft);
    },
    startFolder: async (pickId, draft) => {
      const id = nextId("folder");
      const of = pickOf(pickId);
      const plan = firstPlan(draft);
      const project = projects.find((each) => each.id === draft.target.project);
      folders = [
        {
          ...(syncedFolders({ ...scenario, on: new Set(["calmFolders"]) })[0] as SyncedFolder),
          id,
          name: of.name,
          shownPath: of.shownPath,
          target: draft.target,
          projectNumber: project?.number ?? "",
          title: project?.name ?? "",
          workOrderNumber: null,
          section: draft.section,
          sectionsBySubfolder: draft.sectionsBySubfolder,
          deletes: draft.deletes,
          state: "working",
          reason: "working",
          files: plan.files,
          inStep: 0,
          pending: plan.files,
          comparedAt: null,
          progress: { filesDone: 0, filesTotal: plan.new, bytesDone: 0, bytesTotal: plan.bytes },
        },
        ...folders,
      ];
      conflicts.set(id, []);
      gone.set(id, []);
      tell(view());
      return id;
    },
    compareFolder: async (id) => {
      change(id, { comparedAt: minutesAgo(0) });
      return null;
    },
    pauseFolders: async (id, until) => {
      const pause: FolderPause = { until };
      if (id === null) pausedAll = pause;
      folders = folders.map((folder) => {
        if (id !== null && folder.id !== id) return folder;
        const calm = folder.state === "inStep" || folder.state === "working" || folder.state === "paused";
        return { ...folder, paused: pause, state: calm ? "paused" : folder.state, progress: null };
      });
      tell(view());
      return null;
    },
    resumeFolders: async (id) => {
      if (id === null) pausedAll = null;
      folders = folders.map((folder) => {
        if (id !== null && folder.id !== id) return folder;
        return { ...folder, paused: null, state: folder.state === "paused" ? "inStep" : folder.state };
      });
      tell(view());
      return null;
    },
    setFolderDeletes: async (id, deletes) => {
      change(id, { deletes });
      return null;
    },
    moveFolder: async (id) => {
      change(id, { state: "inStep", reason: "inStep", reasonDetail: null });
      return true;
    },
    removeFolder: async (id) => {
      folders = folders.filter((folder) => folder.id !== id);
      tell(view());
      return null;
    },
    showFolder: async () => null,
    folderFiles: async (id, { states, search }, offset) => {
      const all = filesOf(known(id), conflicts.get(id) ?? [], gone.get(id) ?? []).filter(({ name }) =>
        name.toLowerCase().includes(search.trim().toLowerCase()),
      );
      const count = (wanted: SyncedFolder["state"]) => all.filter((file) => file.state === wanted).length;
      const matching = states.length === 0 ? all : all.filter((file) => states.includes(file.state));
      return {
        files: matching.slice(offset, offset + 200),
        total: matching.length,
        counts: {
          all: all.length,
          needsDecision: count("needsDecision"),
          failed: count("failed"),
          waiting: count("waiting"),
          working: count("working"),
          inStep: count("inStep"),
        },
      };
    },
    folderConflicts: async (id) => conflicts.get(known(id).id) ?? [],
    resolveConflicts: async (id, shown) => {
      const open = conflicts.get(id) ?? [];
      const outcomes = shown.map(({ section, name, fileReferenceIds }) => {
        const found = open.find((each) => same(each, { section, name }));
        const refused = found?.reason === "nameCollision";
        const unseen = found?.remote.some((one) => !fileReferenceIds.includes(one.fileReferenceId));
        return {
          section,
          name,
          failure: refused ? failure("refused", { file: name }) : unseen ? failure("conflict") : null,
        };
      });
      conflicts.set(
        id,
        open.filter((each) => !outcomes.some((done) => done.failure === null && same(done, each))),
      );
      settle(id);
      return outcomes;
    },
    compareConflict: async (id, file, fileReferenceId) => {
      const fetched = (conflicts.get(known(id).id) ?? []).map((each) =>
        same(each, file)
          ? {
              ...each,
              remote: each.remote.map((document) =>
                document.fileReferenceId === fileReferenceId
                  ? { ...document, bytes: 4_410_000, fetchedAt: minutesAgo(0) }
                  : document,
              ),
            }
          : each,
      );
      conflicts.set(id, fetched);
      return null;
    },
    folderUnsettled: async (id) => filesOf(known(id), [], []).filter(({ reason }) => reason === "keepsChanging"),
    uploadAsItIs: async (id) => {
      const { unsettled, pending } = known(id);
      change(id, { unsettled: unsettled - 1, pending: pending - 1, state: unsettled > 1 ? "needsDecision" : "inStep" });
      return null;
    },
    openFolderFile: async () => ({ opened: true }),
    folderGone: async (id) => {
      const files = gone.get(known(id).id) ?? [];
      return {
        plan: `plan-${id}-${files.length}`,
        files,
        of: known(id).files + files.length,
        guard: files.length > 10,
      };
    },
    decideGone: async (id, files) => {
      const open = gone.get(id) ?? [];
      gone.set(
        id,
        open.filter((each) => !files.some((file) => same(file, each))),
      );
      settle(id);
      return files.map((file) => ({ ...file, failure: null }));
    },
    folderActivity: async (id) => eventsOf(folders).filter(({ folder }) => id === null || folder === id),
    explainFiles: async (search) => {
      const wanted = search.trim().toLowerCase();
      if (wanted === "") return [];
      return folders
        .flatMap((folder) =>
          filesOf(folder, conflicts.get(folder.id) ?? [], gone.get(folder.id) ?? [])
            .filter(({ name }) => name.toLowerCase().includes(wanted))
            .map((file) => ({
              folder: folder.id,
              folderName: folder.name,
              section: file.section,
              name: file.name,
              shownName: file.shownName,
              seen: [`${folder.name}\\${file.name}`],
              ignoredBy: null,
              onPage: file.listed ? 1 : 0,
              refused: null,
              waitsForAnswer: false,
              file,
            })),
        )
        .slice(0, 20);
    },
    verifyFolder: async (id, all) => ({
      same: all ? known(id).inStep : Math.min(20, known(id).inStep),
      different: 0,
      missing: 0,
      notChecked: 0,
      rows: [],
    }),
    saveReceipt: async () => true,
    ...settings.commands,
    setFolderSettings: async (next) => {
      await settings.commands.setFolderSettings(next);
      tell(view());
      return null;
    },
    folderLeftOut: async () => [
      { rule: "Office lock files", files: 2 },
      { rule: "AutoCAD lock files", files: 1 },
      { rule: "Windows thumbnails", files: 1 },
    ],
  };
}

function moving(name: string, bytes: number): Folders["now"][number] {
  return { folder: "modeller", section: "Modeller", name, shownName: name, bytes };
}
