/** What became of each row of an act: the good as one number, the rest by reason, with what can be done about it. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BatchCell, BatchReport, BatchRow } from "../../../ipc";
import { useFailureWords } from "../../error-messages";
import { StateIcon } from "../../parts";
import { ask } from "../ask";
import { type OnShow, type RowProps, useKind } from "../kind";
import { progressOf } from "../progress";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import css from "./panels.module.css";
import { canUndoBatch, changedBy } from "./UndoBatch";

type Props = {
  report: BatchReport;
  acts: Pick<RecordActs, "undo">;
  onShow: OnShow;
  /** Does the act again for the rows that were refused or not sent; not given where it cannot be. */
  onRepeat?: ((ids: readonly string[]) => Promise<void>) | null;
  /** What was done, where more than that is to be told. */
  done?: (counts: { done: number; count: number }) => string;
  /** Stands below what was done. */
  children?: ReactNode;
};

const good = new Set<BatchRow["outcome"]>(["saved", "already", "waiting"]);

export function Result({ report, acts, onShow, onRepeat = null, done, children }: Props) {
  const { t } = useTranslation("records");
  const { batch } = report;
  const { resource, Row = ResultRow } = useKind();
  const running = progressOf(resource)((store) => store.running);
  // It may have been taken back since, here or by its note.
  const batches = useBatches().data ?? [];
  const { revertedBy } = batches.find(({ id }) => id === batch.id) ?? batch;
  const undone = revertedBy !== null;
  const back = batches.find(({ id }) => id === revertedBy) ?? batch;
  const bad = report.rows.filter(({ outcome, cells }) => !good.has(outcome) || cells.some((cell) => cell.left != null));
  const again = report.rows
    .filter(({ outcome }) => outcome === "refused" || outcome === "notSent")
    .map((r) => r.machineId);
  const repeat = async () => {
    ask(null);
    await onRepeat?.(again);
  };
  return (
    <div className={css.stack}>
      <p role="status">
        <b>
          {undone
            ? t("result.undone", { done: changedBy(back.totals), count: changedBy(batch.totals) })
            : (done ?? ((counts) => t("result.done", counts)))({
                done: batch.totals.saved + batch.totals.already,
                count: batch.totals.rows,
              })}
        </b>
        {batch.stopped === null ? null : ` ${t("result.stopped", { count: batch.totals.notSent })}`}
      </p>
      <div className={css.foot}>
        {onRepeat !== null && again.length > 0 && !undone ? (
          <Button disabled={running} onClick={() => void repeat()}>
            {t(batch.stopped === null ? "result.again" : "result.resume", { count: again.length })}
          </Button>
        ) : null}
        {!undone && canUndoBatch(batch) ? (
          <Button disabled={running} onClick={() => acts.undo(batch.id)}>
            {batch.kind === "import" ? t("result.undoImport") : t("result.undo", { count: batch.totals.saved })}
          </Button>
        ) : null}
      </div>
      {children}
      {bad.length === 0 ? null : (
        <ul className={css.list}>
          {bad.slice(0, 300).map((row) => (
            <Row batch={batch} key={row.machineId} onShow={onShow} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** `asked`: fields about which there is more to say below. */
export function ResultRow({
  row,
  onShow,
  asked = new Set(),
  children,
}: RowProps & { asked?: ReadonlySet<string>; children?: ReactNode }) {
  const { t } = useTranslation("records");
  const words = useFailureWords();
  const cells = toldCells(row, asked);
  return (
    <li>
      <StateIcon state={row.outcome === "conflict" ? "needsDecision" : "failed"} />
      <button className={css.link} onClick={() => onShow(row.machineId, cells[0]?.field ?? null)} type="button">
        {`${row.number} ${row.name ?? ""}`}
      </button>
      <span className="fd-small">{t(`outcome.${row.outcome}`)}</span>
      {row.failure === null ? null : (
        <span className={`fd-small ${css.full}`}>
          {words(row.failure).sentence} {/* A change is sent again only when somebody asks for it. */}
          <span className="fd-ink2">{row.failure.kind === "unreachable" ? "" : words(row.failure).fix}</span>{" "}
          <span className="fd-mono fd-ink2 fd-copyable">{words(row.failure).small}</span>
        </span>
      )}
      {cells.map((cell) => (
        <span className={`fd-small ${css.full}`} key={cell.field}>
          <CellSaid cell={cell} />
        </span>
      ))}
      {children}
    </li>
  );
}

/** The cells of a row of which there is something to tell. */
export function toldCells(row: BatchRow, asked: ReadonlySet<string>): readonly BatchCell[] {
  return row.cells.filter(
    (cell) => cell.left != null || asked.has(cell.field) || (row.outcome === "conflict" && cell.theirs !== undefined),
  );
}

function CellSaid({ cell }: { cell: BatchCell }) {
  const { t } = useTranslation("records");
  const { show, title } = useKind().useCells();
  const shown = (value: BatchCell["old"]) => show(cell.field, value) || t("emptyValue");
  const name = title(cell.field);
  if (cell.left != null) return t(`left.${cell.left}`, { field: name, value: shown(cell.theirs ?? cell.old) });
  // What nobody set here is in the way all the same: fuel data belongs together.
  if (cell.old === cell.new)
    return t("result.changed", { field: name, before: shown(cell.old), theirs: shown(cell.theirs ?? null) });
  return t("result.conflict", { field: name, mine: shown(cell.new), theirs: shown(cell.theirs ?? null) });
}
