/** What can be done with the rows of the files table, by pointer and by keys. */

import type { FileRow } from "./model";

export type RowActs = {
  open: (rows: readonly FileRow[]) => void;
  /** Opens the transfers panel on this one: it has what solves a failed upload. */
  showTransfer: (transferId: number) => void;
  /** Opens the panel of the row that the keyboard is on, or closes it. */
  details: () => void;
  remove: (rows: readonly FileRow[]) => void;
  cancel: (transferId: number) => void;
  keepOnly: (row: FileRow) => void;
  sendTo: (section: string) => void;
};
