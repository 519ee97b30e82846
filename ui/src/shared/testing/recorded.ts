/** Answers of the app's commands in an office with synced folders: recorded and compared by `e2e/recorded.spec.ts`. */

import type {
  DropPlan,
  FieldView,
  FolderConflict,
  FolderFiles,
  FolderSettings,
  Folders,
  GoneFiles,
  InitialState,
  Online,
  Page,
  ProjectList,
  SyncedFolder,
  Transfers,
} from "../../ipc";
import fields from "../../ipc/recorded/fields.json";
import officeFile from "../../ipc/recorded/office.json";
import planFile from "../../ipc/recorded/plan.json";
import sendingFile from "../../ipc/recorded/sending.json";
import stuckFile from "../../ipc/recorded/stuck.json";
import type { Answers } from "./bridge";

/** Data of synced folders; of each folder by its name. */
export interface RecordedFolders {
  folders: Folders;
  conflicts: Record<string, FolderConflict[]>;
  gone: Record<string, GoneFiles>;
  unsettled: Record<string, FolderFiles["files"]>;
  files: Record<string, FolderFiles>;
}

interface Office extends RecordedFolders {
  appState: InitialState;
  online: Online;
  projects: ProjectList;
  documents: Page;
  transfers: Transfers;
  settings: FolderSettings;
}

// JSON has words where the bindings have unions of them.
export const office = officeFile as unknown as Office;
export const stuck = stuckFile as unknown as RecordedFolders;
export const plan = planFile as unknown as DropPlan;
export const sending = sendingFile as unknown as Transfers;

/** Answers of a connected office without synced folders, in which nothing is on its way. */
export const quiet: Answers = {
  appState: office.appState,
  online: office.online,
  dataLosses: [],
  updateState: { state: "off" },
  takeGivenFiles: null,
  listProjects: office.projects,
  isReadOnly: false,
  listKnownWorkOrders: [],
  listWorkOrders: { workOrders: [], readAt: office.projects.readAt, cached: false, leftOut: office.projects.leftOut },
  listDocuments: office.documents,
  noteProjectUsed: "2026-11-20T14:00:00Z",
  transfers: office.transfers,
  otherTransfers: [],
  folders: { ...office.folders, folders: [], now: [] },
  machineFields: (language) => fields.machines[language] as FieldView[],
  userFields: (language) => fields.users[language] as FieldView[],
  fuelUses: fields.fuelUses,
  timeZones: ["Europe/Oslo", "Europe/Stockholm"],
  countries: { all: ["DK", "NO", "SE"], computer: "NO" },
  // The desktop side has the parser: here are the forms that tests of screens type.
  readDay: (text) => {
    const [, day, month, year = "2026"] = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(text.trim()) ?? [];
    const iso = day === undefined ? text.trim() : `${year}-${month?.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : null;
  },
  copyText: null,
  windowReady: null,
  cancelCheck: null,
};

/** The answers of synced folders as they were recorded; what is read of one is found by its id. */
export function foldersOf({ folders, conflicts, gone, unsettled, files }: RecordedFolders): Answers {
  const of =
    <T>(each: Record<string, T>) =>
    (id: string): T => {
      const found = each[folders.folders.find((folder) => folder.id === id)?.name ?? ""];
      if (found === undefined) throw new Error(`Nothing is recorded of the folder ${id}.`);
      return found;
    };
  return {
    folders,
    folderConflicts: of(conflicts),
    folderGone: of(gone),
    folderUnsettled: of(unsettled),
    folderFiles: of(files),
    folderActivity: { events: [], hasOlder: false },
  };
}

/** A recorded folder by its name. */
export function folderNamed({ folders: { folders } }: RecordedFolders, name: string): SyncedFolder {
  const found = folders.find((folder) => folder.name === name);
  if (found === undefined) throw new Error(`No folder ${name} is recorded.`);
  return found;
}
