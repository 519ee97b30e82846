/** Parameters of the screens shared by machines and users: the kind of records, and the way their values are read. */

import { type ComponentType, createContext, type ReactNode, use } from "react";
import type { BatchReport, BatchRow, Bridge, CellValue, Resource } from "../../ipc";
import type { GuidePage } from "../guide";
import type { KeptColumns } from "./importing/kept-columns";

/** Ways to show values of fields, in the language and region of the window. */
export type Cells = {
  /** A value as it is read; empty where nothing is stored. */
  readonly show: (field: string, value: CellValue | undefined) => string;
  /** The title of a field; its name where this program does not know it. */
  readonly title: (field: string) => string;
};

/** Fields of the records, for an import. */
export type ImportFields = {
  /** Fields that a column of a file can fill, in the order of the chooser. */
  readonly all: () => readonly string[];
  /** The field that tells which record is meant. */
  readonly number: string;
  /** Fields that have columns of their own in the table of rows. */
  readonly own: readonly string[];
  readonly isKnown: (field: string) => boolean;
  readonly isNumeric: (field: string) => boolean;
  /** Reads a field of a record that is there already. */
  readonly useStored: (id: string | null) => (field: string) => CellValue | undefined;
  /** Last choices of fields for the columns of files, the newest last. */
  readonly kept: () => readonly KeptColumns[];
  readonly keep: (kept: readonly KeptColumns[]) => void;
};

/** Shows a record on its screen, at a field where one is named. */
export type OnShow = (id: string, field: string | null) => void;

/** Properties of a row of an act's result. */
export type RowProps = { row: BatchRow; batch: BatchReport["batch"]; onShow: OnShow };

/** A kind of records, as the shared parts of its screens need to know it. */
export type Kind = {
  readonly resource: Resource;
  /** Address of its list. */
  readonly to: "/machines" | "/users";
  readonly guide: Extract<GuidePage, Resource>;
  readonly fields: ImportFields;
  readonly useCells: () => Cells;
  /** Number and name of a record; nothing where it is not there. */
  readonly useNames: () => (id: string) => { number: string; name: string } | undefined;
  readonly useReadOnly: () => boolean;
  /** Keeps the records true while a screen is shown, and its layout for the next start. */
  readonly useFollowed: () => void;
  /** Waits until what changed is read. */
  readonly settled: (bridge: Bridge) => Promise<void>;
  /** Reads again what could not be read. */
  readonly retry: (bridge: Bridge) => void;
  readonly openReport: (report: BatchReport) => void;
  /** Row of an act with an unusual outcome; left out for the shared one. */
  readonly Row?: ComponentType<RowProps>;
  /** An act, by its batch, was undone. */
  readonly undone?: (report: BatchReport, undone: number) => void;
};

const KindContext = createContext<Kind | null>(null);

export function KindProvider({ value, children }: { value: Kind; children: ReactNode }) {
  return <KindContext value={value}>{children}</KindContext>;
}

/** The kind of records of the screen that is shown. */
export function useKind(): Kind {
  const kind = use(KindContext);
  if (kind === null) throw new Error("This part of a screen needs to know of which records it is.");
  return kind;
}
