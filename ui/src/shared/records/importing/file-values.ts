/** In which rows that changed since the export the file's values are used. Pure. */

import type { ImportFileValues, ImportRow, ImportTotals } from "../../../ipc";

/** The choice; of each exception it is known whether its row changes nothing else. */
export type FileValues = { readonly all: boolean; readonly except: ReadonlyMap<number, boolean> };

/** As it is before anybody chose: what the server has stays. */
export const serverValues: FileValues = { all: false, except: new Map() };

export const usesFile = ({ all, except }: FileValues, row: number): boolean => all !== except.has(row);

/** The choice after a click on the box of a row. */
export function toggled({ all, except }: FileValues, { row, action }: ImportRow): FileValues {
  const next = new Map(except);
  if (!next.delete(row)) next.set(row, action === "unchanged");
  return { all, except: next };
}

/** Counts the rows that use the file's values, and those of them that change nothing else. */
export function counted({ all, except }: FileValues, totals: ImportTotals): { rows: number; only: number } {
  const only = [...except.values()].filter(Boolean).length;
  return all
    ? { rows: totals.changedSince - except.size, only: totals.onlyChangedSince - only }
    : { rows: except.size, only };
}

/** As the backend takes it. */
export const sent = ({ all, except }: FileValues): ImportFileValues => ({ all, except: [...except.keys()] });
