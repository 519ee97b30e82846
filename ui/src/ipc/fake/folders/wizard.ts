/** The wizard of the fake: a picked folder with subfolders, and the plan of its first run. */

import type { FirstPlan, FolderDraft, PickedFolder, PlannedAction, Shown } from "../../bindings";

/** The folder that the dialog of the fake always gives. */
export function picked(pickId: string): PickedFolder {
  return {
    pickId,
    name: "Tegninger etappe 3",
    shownPath: "P:\\Sandnes sør\\Tegninger etappe 3",
    files: 112,
    bytes: 503_000_000,
  };
}

const subfolders = [
  { section: "Documents", files: 4 },
  { section: "Grøft", files: 41 },
  { section: "Kummer", files: 38 },
  { section: "Pumpestasjon", files: 22 },
  { section: "Pumpestasjon - Armering", files: 7 },
];

/** The plan of the first run of that folder. */
export function firstPlan(draft: FolderDraft): FirstPlan {
  const sections = draft.sectionsBySubfolder ? subfolders : [{ section: draft.section ?? "Documents", files: 4 }];
  const plain = (
    section: string,
    name: string,
    action: string,
    reason: string,
    bytes: number,
  ): Shown<PlannedAction> => {
    return { section, name, shownName: name, action, reason, bytes };
  };
  const rows = sections.flatMap(({ section, files }, at) =>
    Array.from({ length: files }, (_, row) => {
      if (at === 0 && row === 0)
        return plain(section, "Kontrollplan VA-ledninger.pdf", "adopt", "toBeCompared", 1_400_000);
      if (at === 0 && row === 1) return plain(section, "Tegningsliste.xlsx", "skip", "locked", 84_000);
      const name = `HC-${at}${String(row + 1).padStart(2, "0")} ${section} plan ${row + 1}.pdf`;
      return plain(section, name, "upload", "new", 1_200_000 + row * 90_000);
    }),
  );
  return {
    different: 0,
    rows: rows.slice(0, 60),
    rowsInAll: rows.length,
    sections,
    new: rows.length - 2,
    toCompare: 1,
    waiting: 1,
    onlyOnPage: 11,
    files: rows.length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    leftOut: [
      { rule: "Office lock files", files: 2 },
      { rule: "Windows thumbnails", files: 1 },
    ],
  };
}
