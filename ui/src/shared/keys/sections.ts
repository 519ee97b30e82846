/**
 * Sections of the list of keys: the keys of the whole window, then those of each screen, in the order of the
 * navigation.
 */

import type keys from "../i18n/en/keys.json";
import type { ShortcutName } from "../keyboard";

/** `by`: shortcuts of the table. `also`: keys that a list or a grid answers itself. */
export type KeyLine = {
  what: keyof typeof keys;
  by?: readonly ShortcutName[];
  also?: readonly string[];
};

/** Keys of the window that go to a screen. */
export const goTo = [
  "overview",
  "documents",
  "folders",
  "machines",
  "users",
  "trips",
  "history",
  "settings",
] as const satisfies readonly ShortcutName[];

/** Keys of the window that have the name of what they open. */
export const opens = ["palette", "transfers", "guide"] as const satisfies readonly ShortcutName[];

export const everywhere: readonly KeyLine[] = [
  { what: "navigation", by: ["navigation"] },
  { what: "undo", by: ["undo"] },
  { what: "textSize", by: ["larger", "smaller", "usualSize"] },
  { what: "list", by: ["keys"] },
];

const find: KeyLine = { what: "find", by: ["find", "findSlash"] };
const refresh: KeyLine = { what: "refresh", by: ["readAgain"] };
const pane: KeyLine = { what: "pane", by: ["nextPane", "previousPane"] };
const mainButton: KeyLine = { what: "mainButton", by: ["mainButton"] };
const details: KeyLine = { what: "details", also: ["Alt Enter"] };
const select: KeyLine = { what: "select", also: ["Space"] };
const selectRange: KeyLine = { what: "selectRange", also: ["Shift Space"] };
const selectAll: KeyLine = { what: "selectAll", also: ["Ctrl A"] };
const cells: KeyLine = { what: "cells", also: ["Shift ↑", "Shift ↓", "Shift ←", "Shift →"] };
const copy: KeyLine = { what: "copy", also: ["Ctrl C"] };
const menu: KeyLine = { what: "menu", also: ["Shift F10"] };
const fold: KeyLine = { what: "fold", also: ["←", "→"] };
const open: KeyLine = { what: "open", also: ["Enter"] };
const save: KeyLine = { what: "save", by: ["saveChanges"] };
const answer: KeyLine = { what: "answer", also: ["1", "2", "3"] };

/** In the order in which a day needs them. */
export const sections = {
  documents: [
    { what: "chooseFiles", by: ["sendFiles"] },
    { what: "pasteFiles", by: ["pasteFiles", "pasteFilesShift"] },
    open,
    details,
    select,
    selectRange,
    selectAll,
    { what: "saveAs", by: ["saveAs"] },
    { what: "delete", also: ["Del"] },
    menu,
    fold,
    find,
    refresh,
    pane,
  ],
  plan: [{ what: "upload", by: ["mainButton"] }, answer, { what: "section", also: ["Alt ↓"] }, select, selectAll, fold],
  folders: [
    { what: "whyNotUp", by: ["whyNotUp"] },
    open,
    menu,
    { what: "pause", also: ["P"] },
    answer,
    { what: "similar", also: ["A"] },
    { what: "compare", also: ["O"] },
  ],
  machines: [
    { what: "block", by: ["blockCheckIn"] },
    { what: "unblock", by: ["releaseCheckIn"] },
    select,
    selectRange,
    selectAll,
    { what: "edit", also: ["Enter"] },
    details,
    { what: "machineBeside", also: ["Alt ↑", "Alt ↓"] },
    menu,
    cells,
    copy,
    { what: "paste", also: ["Ctrl V"] },
    { what: "fill", also: ["Ctrl D"] },
    { what: "clear", also: ["Del"] },
    save,
    { what: "redo", by: ["redo"] },
    { what: "problem", by: ["nextProblem"] },
    mainButton,
    find,
    refresh,
    pane,
  ],
  users: [
    { what: "disable", by: ["disableUsers"] },
    { what: "enable", by: ["enableUsers"] },
    select,
    selectAll,
    { what: "details", also: ["Enter"] },
    { what: "userBeside", also: ["Alt ↑", "Alt ↓"] },
    menu,
    cells,
    copy,
    save,
    mainButton,
    find,
    refresh,
    pane,
  ],
  trips: [
    { what: "filters", by: ["tripFilters"] },
    { what: "map", by: ["tripMap"] },
    { what: "grid", by: ["tripGrid"] },
    { what: "details", also: ["Enter"] },
    find,
    refresh,
  ],
  settings: [{ what: "find", by: ["find"] }],
  transfers: [
    { what: "showTransfer", also: ["Enter"] },
    { what: "cancelTransfer", also: ["Del"] },
  ],
} as const satisfies Record<string, readonly KeyLine[]>;
