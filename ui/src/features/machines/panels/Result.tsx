/** What became of each row of an act: the good as one number, the rest by reason, with what can be done about it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { BatchCell, BatchReport, BatchRow } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { StateIcon } from "../../../shared/parts";
import { ask } from "../actions/ask";
import { useProgress } from "../actions/progress";
import { type Acts, left } from "../actions/use-acts";
import { useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { openPanel } from "../fleet/view";
import { type FieldName, isColumn } from "../model/fields";
import { showValue } from "../model/show";
import { Decision } from "./Decision";
import { DiscardDeleted } from "./DiscardDeleted";
import css from "./panels.module.css";
import { canUndoBatch } from "./UndoBatch";
import { useBatches } from "./use-batches";

type Props = {
  report: BatchReport;
  acts: Acts;
  onShow: (id: string, field: string | null) => void;
  /** When what is blocked is released again: for those that are tried again, too. */
  releaseAt?: Date | null;
};

const good = new Set<BatchRow["outcome"]>(["saved", "already", "waiting"]);

export function Result({ report, acts, onShow, releaseAt = null }: Props) {
  const { t } = useTranslation("machines");
  const { batch } = report;
  const running = useProgress((store) => store.running);
  // It may have been taken back since, here or by its note.
  const known = useBatches().data?.find(({ id }) => id === batch.id);
  const undone = (known ?? batch).revertedBy !== null;
  const bad = report.rows.filter(({ outcome, cells }) => !good.has(outcome) || cells.some((cell) => cell.left != null));
  const again = report.rows
    .filter(({ outcome }) => outcome === "refused" || outcome === "notSent")
    .map((r) => r.machineId);
  const repeat = async () => {
    ask(null);
    const next = await repeatOf(report, acts, again, releaseAt);
    if (next !== null) openPanel(left(next) ? { kind: "report", report: next } : null);
  };
  const canRepeat = again.length > 0 && ["block", "release", "edits", "activate", "deactivate"].includes(batch.kind);
  return (
    <div className={css.stack}>
      <p role="status">
        <b>
          {undone ? `${t("result.undone")} ` : ""}
          {t("result.done", { done: batch.totals.saved + batch.totals.already, count: batch.totals.rows })}
        </b>
        {batch.stopped === null ? null : ` ${t("result.stopped", { count: batch.totals.notSent })}`}
      </p>
      <div className={css.foot}>
        {canRepeat && !undone ? (
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
      {bad.length === 0 ? null : (
        <ul className={css.list}>
          {bad.slice(0, 300).map((row) => (
            <Row edits={batch.kind === "edits"} key={row.machineId} onShow={onShow} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

async function repeatOf(
  { batch }: BatchReport,
  acts: Acts,
  ids: readonly string[],
  releaseAt: Date | null,
): Promise<BatchReport | null> {
  switch (batch.kind) {
    case "block":
      return acts.block(ids, batch.message, false, releaseAt);
    case "release":
      return acts.release(ids);
    case "activate":
    case "deactivate":
      return acts.setActive(ids, batch.kind === "activate");
    default:
      return acts.save(ids);
  }
}

function Row({ row, edits, onShow }: { row: BatchRow; edits: boolean; onShow: Props["onShow"] }) {
  const { t } = useTranslation("machines");
  const words = useFailureWords();
  const pending = useFleet((fleet) => fleet.pending.get(row.machineId));
  // A machine with one cell that somebody else changed is not sent at all; what is asked is about that cell.
  const open = row.outcome === "conflict" ? [...(pending?.values() ?? [])].filter((edit) => edit.changed) : [];
  const asked = new Set(open.map(({ field }) => field));
  const cells = row.cells.filter(
    (cell) => cell.left != null || asked.has(cell.field) || (row.outcome === "conflict" && cell.theirs !== undefined),
  );
  const held = row.cells.length - cells.length;
  return (
    <li>
      <StateIcon state={row.outcome === "conflict" ? "needsDecision" : "failed"} />
      <button className={css.link} onClick={() => onShow(row.machineId, cells[0]?.field ?? null)} type="button">
        {`${row.number} ${row.name ?? ""}`}
      </button>
      <span className="fd-small">{t(`outcome.${row.outcome}`)}</span>
      {row.failure === null ? null : (
        <span className={`fd-small ${css.full}`}>
          {words(row.failure).sentence} <span className="fd-ink2">{words(row.failure).fix}</span>{" "}
          <span className="fd-mono fd-ink2 fd-copyable">{words(row.failure).small}</span>
        </span>
      )}
      {cells.map((cell) => (
        <span className={`fd-small ${css.full}`} key={cell.field}>
          <CellSaid cell={cell} />
        </span>
      ))}
      {open.map((edit) => (
        <Decision edit={edit} key={edit.field} />
      ))}
      {edits && row.outcome === "conflict" && held > 0 ? (
        <span className={`fd-small fd-ink2 ${css.full}`}>{t("result.held", { count: held })}</span>
      ) : null}
      {row.outcome === "conflict" && open.length === 0 && (pending?.size ?? 0) > 0 ? (
        <span className={`fd-small ${css.full}`}>{t("result.resolved")}</span>
      ) : null}
      {row.outcome === "gone" ? <GoneActs row={row} /> : null}
    </li>
  );
}

/** A machine that is no longer there: out of the list it goes by itself; it can be created again. */
function GoneActs({ row }: { row: BatchRow }) {
  const { t } = useTranslation("machines");
  const from = { machineNumber: row.number, name: row.name ?? "" };
  return (
    <span className={css.foot}>
      <Button onClick={() => openPanel({ kind: "create", from })} size="xs">
        {t("result.createAgain")}
      </Button>
      <DiscardDeleted id={row.machineId} />
    </span>
  );
}

function CellSaid({ cell }: { cell: BatchCell }) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const show = (value: BatchCell["old"]) => showValue(cell.field as FieldName, value, to) || t("emptyValue");
  const name = isColumn(cell.field) ? t(`column.${cell.field}`) : cell.field;
  if (cell.left != null) return t(`left.${cell.left}`, { field: name, value: show(cell.theirs ?? cell.old) });
  return t("result.conflict", { field: name, mine: show(cell.new), theirs: show(cell.theirs ?? null) });
}
