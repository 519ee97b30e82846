/** Rows of an import, and what is wrong with them, with only what a test is about. */

import type { ImportReason, ImportRow } from "../../../ipc";

export const importRow = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, number: String(1000 + row), name: null, action: "update", id: null },
  ...{ cells: [], falls: [], changedSince: [], reasons: [], ...more },
});

export const importReason = (field: string, more: Partial<ImportReason> = {}): ImportReason => ({
  ...{ field, heading: field, code: "notDate", message: "", params: {}, suggestion: null, ...more },
});
