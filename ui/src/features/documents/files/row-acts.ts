/** Actions on the rows of the files table, by pointer and by keys. */

import type { FileRow } from "./model";

export type RowActs = {
  open: (rows: readonly FileRow[]) => void;
  /** Opens the transfers panel on this one: it has what solves a failed upload. */
  showTransfer: (transferId: number) => void;
  save: (rows: readonly FileRow[]) => void;
  copyName: (row: FileRow) => void;
  /** Opens the panel of the row that the keyboard is on, or closes it. */
  details: () => void;
  /** Opens it. */
  showDetails: () => void;
  /** Goes to the synced folder that keeps the file. */
  showFolder: (id: string) => void;
  /** Chooses a file for the place of a document; nothing is uploaded before its review. */
  replace: (row: FileRow) => void;
  remove: (rows: readonly FileRow[]) => void;
  cancel: (transferId: number) => void;
  keepOnly: (row: FileRow) => void;
  sendTo: (section: string) => void;
};
