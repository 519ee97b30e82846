/** Synced folders as their tests open them, on the recorded folders. */

import { fireEvent, screen } from "@testing-library/react";
import type { FolderEvent, Folders, SyncedFolder } from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { folderNamed, foldersOf, office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { useUndoStore } from "../../shared/undo/store";
import { ActivityScreen, FolderScreen, SyncScreen, WizardScreen } from "./index";

export const va = folderNamed(office, "Tegninger VA");

export function open(at: string, more: Answers = {}) {
  const pages = {
    "/folders": SyncScreen,
    "/folders/new": WizardScreen,
    "/activity": ActivityScreen,
    "/folders/$folder/$tab": FolderScreen,
    "/settings": "The settings",
    "/documents": "The documents",
  };
  return showAt(pages, { ...foldersOf(office), ...more }, { at });
}

/** The recorded folders with one of them changed. */
export const changed = (id: string, change: Partial<SyncedFolder>): Folders => ({
  ...office.folders,
  folders: office.folders.folders.map((folder) => (folder.id === id ? { ...folder, ...change } : folder)),
});

/** An event of a folder, with only what a test is about. */
export const event = (id: number, more: Partial<FolderEvent> = {}): FolderEvent => ({
  ...{ id, at: `2026-11-20T1${Math.abs(id)}:00:00Z`, folder: va.id, target: null, folderName: va.name },
  ...{ kind: "replaced", shownName: `HA-${id}.pdf`, section: "VA", by: "", detail: "", ...more },
});

const totals = { rows: 1, saved: 1, partly: 0, already: 0, refused: 0, unknown: 0, notTried: 0, unchanged: 0 };

/** A block of so many machines, as *Activity* lists it. */
export const blocked = (id: number, rows: number, more: Partial<typeof totals> = {}) => ({
  ...{ id, kind: "block", message: null, at: "2026-11-20T09:00:00Z", finishedAt: "2026-11-20T09:00:02Z" },
  ...{
    stopped: null,
    reverts: null,
    revertedBy: null,
    undoLeft: null,
    totals: { ...totals, rows, saved: rows, ...more },
  },
});

/** The address at which conflicts of the recorded folder are decided, and the first of them. */
export const needs = `/folders/${va.id}/needs`;
export const first = "HA-201 Plan og profil 0–450.pdf";

/** The number of decisions that can still be undone. */
export const made = () => useUndoStore.getState().toasts.length;

/** Presses a key in the queue of decisions. */
export const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(screen.getByRole("listbox", { name: "Action needed" }), { key, ...more });
