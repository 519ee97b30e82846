/** Runs acts on records: tells what became of each, and each can be taken back as a whole. */

import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type BatchCell, type BatchReport, type Failure, failureOf, useBridge } from "../../ipc";
import { announce } from "../announce";
import { offerUndo, tellDone } from "../undo/store";
import { useKind } from "./kind";
import { progressOf } from "./progress";
import { forgetAct, noteAct, withdrawToast } from "./undoable-batches";

export type Run = {
  call: () => Promise<BatchReport>;
  /** Shows it before it is answered. */
  begin?: () => void;
  /** Runs once the act is answered, or came to nothing. */
  end?: (report: BatchReport | null) => void;
  /** Resolves to true where the act stays when it fails: its failure is then shown in the place where it stays. */
  stays?: () => Promise<boolean>;
  /**
   * True where it may fill in values that nothing clears again: undo is offered only where some of it can be undone.
   */
  mayLast?: boolean;
  /** Text of the toast when all went well. */
  said: (report: BatchReport) => string;
};

export type RecordActs = {
  /** Answers what became of it; null where it could not be done. */
  run: (what: Run) => Promise<BatchReport | null>;
  undo: (batch: number) => void;
  /** Does what an act left undone, as the same act. */
  resume: (batch: number) => void;
  /** Ends the act that is under way after the record of the moment. */
  stop: () => void;
};

export function useRun(onFailure: (failure: Failure | null) => void): RecordActs {
  const bridge = useBridge();
  const { t } = useTranslation("records");
  const { resource, settled, openReport, undone, useCells } = useKind();
  // New at every render; the acts stay the same.
  const shownCells = useCells();
  const cells = useRef(shownCells);
  cells.current = shownCells;
  return useMemo(() => {
    const progress = progressOf(resource);
    const tell = ({ batch }: BatchReport, said: string, lasts: boolean) => {
      if (batch.kind === "revert") return said === "" ? undefined : void tellDone(said);
      if (batch.totals.saved + batch.totals.partly === 0) return;
      announce(said);
      const offer = { text: said, undo: () => undo(batch.id), ...(lasts && { label: null }) };
      noteAct(resource, batch.id, offerUndo(offer));
    };
    const lastsWhole = async ({ batch: { id, totals } }: BatchReport): Promise<boolean> => {
      if (totals.saved + totals.partly === 0) return false;
      // Where it cannot be told, undo is offered: it says what stays.
      const rows = await bridge.previewRevert(id).catch(() => null);
      return rows?.every(({ outcome }) => outcome !== "waiting") ?? false;
    };
    const run = async ({ call, begin, end, stays, mayLast = false, said }: Run): Promise<BatchReport | null> => {
      onFailure(null);
      begin?.();
      progress.setState({ running: true });
      let report: BatchReport | null = null;
      let lasts = false;
      try {
        report = await call();
        await settled(bridge);
        lasts = mayLast && (await lastsWhole(report));
      } catch (thrown) {
        if (!(await stays?.())) onFailure(failureOf(thrown));
      } finally {
        progress.setState({ running: false, told: null });
        end?.(report);
      }
      if (report !== null) tell(report, said(report), lasts);
      return report;
    };
    /** The one record by its name, with what could not be taken back of it; of several their number. */
    const saidOfUndo = ({ batch: { totals }, rows }: BatchReport): string => {
      const count = totals.saved + totals.partly;
      const [row] = rows;
      if (row === undefined || rows.length > 1) return count === 0 ? "" : t(`done.revert.${resource}`, { count });
      const name = [row.number, row.name].filter(Boolean).join(" ");
      const { show, title } = cells.current;
      const kept = row.cells.filter(keeps).map((cell) => {
        const value = show(cell.field, cell.theirs ?? cell.old) || t("emptyValue");
        return t(`left.${cell.left ?? "changedSince"}`, { field: title(cell.field), value });
      });
      if (count > 0) return [t("done.revert.one", { name }), ...kept.map((each) => `${each}.`)].join(" ");
      return kept.length === 0 ? "" : `${name}: ${kept.join(". ")}.`;
    };
    const undo = (id: number) =>
      void run({
        call: () => bridge.revertBatch(id),
        begin: () => withdrawToast(id),
        stays: () => isUndoLeft(id),
        said: saidOfUndo,
      }).then((report) => {
        // What broke off stays in its note.
        if (report === null || report.batch.stage === "interrupted") return;
        forgetAct(id);
        undone?.(report, id);
        // Of one record the toast has told all.
        const isTold = report.rows.length === 1 && saidOfUndo(report) !== "";
        if (left(report) && !isTold) openReport(report);
      });
    const isUndoLeft = async (id: number) => {
      const { batch } = await bridge.batchReport(id);
      return batch.undoLeft !== null;
    };
    const resume = (id: number) =>
      void run({
        call: () => bridge.resumeBatch(id),
        said: ({ batch }) => t("done.resume", { count: batch.totals.saved }),
      });
    return {
      run,
      undo,
      resume,
      stop: () => void bridge.stopBatch(resource).catch((thrown) => onFailure(failureOf(thrown))),
    };
  }, [bridge, resource, settled, openReport, undone, onFailure, t]);
}

const keeps = ({ left }: BatchCell) => left != null;

/** Rows that did not become what was asked for, or of which a cell stays as it is. */
export function left({ batch: { totals }, rows }: BatchReport): boolean {
  const kept = rows.some(({ cells }) => cells.some(keeps));
  return kept || totals.refused + totals.conflicts + totals.gone + totals.partly + totals.notSent + totals.unknown > 0;
}
