/** Results of an act's rows: the good as one number, the rest by reason, with the remedies. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type BatchCell, type BatchReport, type BatchRow, useBridge } from "../../../ipc";
import { useFailureWords } from "../../error-messages";
import { StateIcon } from "../../parts";
import { ask } from "../ask";
import { type OnShow, type RowProps, useKind } from "../kind";
import { progressOf } from "../progress";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import { Names } from "./Names";
import css from "./panels.module.css";
import { canResumeBatch, canUndoBatch, changedBy, UndoBatch } from "./UndoBatch";

type Props = {
  report: BatchReport;
  acts: Pick<RecordActs, "undo" | "resume">;
  onShow: OnShow;
  /** The line of what was done, where more is to be stated than that. */
  done?: (counts: { done: number; count: number }) => string;
  /** Stands below what was done. */
  children?: ReactNode;
};

const good = new Set<BatchRow["outcome"]>(["saved", "already", "waiting"]);

/** More rows that broke off alike are one line. */
const few = 5;

export function Result({ report: given, acts, onShow, done, children }: Props) {
  const { t } = useTranslation("records");
  const { resource, Row = ResultRow } = useKind();
  const running = progressOf(resource)((store) => store.running);
  // It may have been looked up, resumed or taken back since, here or by its note.
  const batches = useBatches().data ?? [];
  const batch = batches.find(({ id }) => id === given.batch.id) ?? given.batch;
  const { rows } = useReport(given, batch);
  const undone = batch.revertedBy !== null;
  const back = batches.find(({ id }) => id === batch.revertedBy) ?? batch;
  const bad = rows.filter(({ outcome, cells }) => !good.has(outcome) || cells.some((cell) => cell.left != null));
  const { alone, together } = grouped(bad);
  const { notSent, refused, unknown } = batch.totals;
  const resume = () => {
    ask(null);
    acts.resume(batch.id);
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
        {notSent > 0 && !undone ? ` ${t("result.stopped", { count: notSent })}` : null}
        {batch.stage === "open" ? ` ${t("result.open", { count: unknown })}` : null}
      </p>
      <div className={css.foot}>
        {canResumeBatch(batch) ? (
          <Button disabled={running} onClick={resume}>
            {t("result.again", { count: notSent + refused })}
          </Button>
        ) : null}
        {!canUndoBatch(batch) ? null : batch.asks ? (
          <UndoBatch acts={acts} batch={batch} />
        ) : (
          <Button disabled={running} onClick={() => acts.undo(batch.id)}>
            {batch.kind === "import" ? t("result.undoImport") : t("result.undo", { count: changedBy(batch.totals) })}
          </Button>
        )}
      </div>
      {children}
      {bad.length === 0 ? null : (
        <ul className={css.list}>
          {together.map((same) => (
            <Together key={`${same[0]?.outcome} ${same[0]?.failure?.kind}`} rows={same} />
          ))}
          {alone.slice(0, 300).map((row) => (
            <Row batch={batch} key={row.machineId} onShow={onShow} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The report as it is now: read again where the act has other totals than it had. */
function useReport(given: BatchReport, { id, totals }: BatchReport["batch"]): BatchReport {
  const bridge = useBridge();
  const { resource } = useKind();
  const now = JSON.stringify(totals);
  const { data } = useQuery({
    queryKey: [resource, "batches", "report", String(id), now],
    queryFn: () => bridge.batchReport(id),
    enabled: now !== JSON.stringify(given.batch.totals),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return data ?? given;
}

/** Rows that broke off for one reason, where they are many, and all others. */
function grouped(rows: readonly BatchRow[]) {
  const broken = new Map<string, BatchRow[]>();
  for (const row of rows) {
    if (row.outcome !== "unknown" && row.outcome !== "notSent") continue;
    const why = `${row.outcome} ${row.failure?.kind}`;
    const same = broken.get(why);
    if (same === undefined) broken.set(why, [row]);
    else same.push(row);
  }
  const together = [...broken.values()].filter((same) => same.length > few);
  const told = new Set(together.flat());
  return { together, alone: rows.filter((row) => !told.has(row)) };
}

function Together({ rows }: { rows: readonly BatchRow[] }) {
  const { t } = useTranslation("records");
  const words = useFailureWords();
  const { resource } = useKind();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <li>
      <StateIcon state="failed" />
      <b>{t(`batches.rows.${resource}`, { count: rows.length })}</b>
      <span className="fd-small">{t(`outcome.${first.outcome}`)}</span>
      {first.failure === null ? null : <span className={`fd-small ${css.full}`}>{words(first.failure).sentence}</span>}
      <details className={css.full}>
        <summary className="fd-small">{t("result.which")}</summary>
        <Names ids={rows.map(({ machineId }) => machineId)} />
      </details>
    </li>
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
