/** Runs acts on records: tells what became of each, and each can be taken back as a whole. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type BatchReport, type Failure, failureOf, useBridge } from "../../ipc";
import { announce } from "../announce";
import { offerUndo, tellDone } from "../undo/store";
import { useKind } from "./kind";
import { progressOf } from "./progress";
import { forgetAct, noteAct, withdrawToast } from "./use-undo-last";

export type Run = {
  call: () => Promise<BatchReport>;
  /** Shows it before it is answered. */
  begin?: () => void;
  /** It is answered, or came to nothing. */
  end?: (report: BatchReport | null) => void;
  /** What the toast says when all went well. */
  said: (report: BatchReport) => string;
};

export type RecordActs = {
  /** Answers what became of it; null where it could not be done. */
  run: (what: Run) => Promise<BatchReport | null>;
  undo: (batch: number) => void;
  /** Ends the act that is under way after the record of the moment. */
  stop: () => void;
};

export function useRun(onFailure: (failure: Failure | null) => void): RecordActs {
  const bridge = useBridge();
  const { t } = useTranslation("records");
  const { resource, settled, openReport, acted, undone } = useKind();
  return useMemo(() => {
    const progress = progressOf(resource);
    const tell = ({ batch }: BatchReport, said: string) => {
      if (batch.totals.saved + batch.totals.partly === 0) return;
      if (batch.kind === "revert") return void tellDone(said);
      announce(said);
      acted();
      noteAct(resource, batch.id, offerUndo({ text: said, undo: () => undo(batch.id) }));
    };
    const run = async ({ call, begin, end, said }: Run): Promise<BatchReport | null> => {
      onFailure(null);
      begin?.();
      progress.setState({ running: true });
      let report: BatchReport | null = null;
      try {
        report = await call();
        await settled(bridge);
      } catch (thrown) {
        onFailure(failureOf(thrown));
      } finally {
        progress.setState({ running: false, told: null });
        end?.(report);
      }
      if (report !== null) tell(report, said(report));
      return report;
    };
    const undo = (id: number) =>
      void run({
        call: () => bridge.revertBatch(id),
        begin: () => withdrawToast(id),
        said: ({ batch }) => t(`done.revert.${resource}`, { count: batch.totals.saved }),
      }).then((report) => {
        if (report === null) return;
        forgetAct(id);
        undone?.(report, id);
        if (left(report)) openReport(report);
      });
    return {
      run,
      undo,
      stop: () => void bridge.stopBatch(resource).catch((thrown) => onFailure(failureOf(thrown))),
    };
  }, [bridge, resource, settled, openReport, acted, undone, onFailure, t]);
}

/** Rows that did not become what was asked for. */
export function left({ batch: { totals } }: BatchReport): boolean {
  return totals.refused + totals.conflicts + totals.gone + totals.partly + totals.notSent + totals.unknown > 0;
}
