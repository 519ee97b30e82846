/** Takes an act back: first what that would leave as it is, then the button that does it. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchRow, type BatchSummary, type Failure, failureOf, useBridge } from "../../../ipc";
import { FailureNote } from "../../parts";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import type { RecordActs } from "../use-run";
import css from "./panels.module.css";

/** True where an act can be taken back. An undo cannot; an undo that broke off is tried again instead. */
export function canUndoBatch({ kind, revertedBy, undoLeft, totals }: BatchSummary): boolean {
  return kind !== "revert" && revertedBy === null && undoLeft === null && changedBy(totals) > 0;
}

/** True where an act left something undone that can be done as the same act. */
export function canResumeBatch({ kind, finishedAt, revertedBy, undoLeft, totals }: BatchSummary): boolean {
  const isOver = finishedAt !== null && revertedBy === null && undoLeft === null;
  return kind !== "revert" && isOver && totals.notSent + totals.refused > 0;
}

/** Records that an act changed, in whole or in part. */
export function changedBy({ saved, partly }: BatchSummary["totals"]): number {
  return saved + partly;
}

type Props = { batch: Pick<BatchSummary, "id" | "kind">; acts: Pick<RecordActs, "undo">; label?: string };

export function UndoBatch({ batch, acts, label }: Props) {
  const { id, kind } = batch;
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const running = progressOf(useKind().resource)((store) => store.running);
  const [rows, setRows] = useState<readonly BatchRow[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const look = async () => {
    setFailure(null);
    try {
      setRows(await bridge.previewRevert(id));
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  if (failure !== null) return <FailureNote failure={failure} />;
  if (rows === null)
    return (
      <Button disabled={running} onClick={() => void look()} size="xs">
        {label ?? t("undoBatch")}
      </Button>
    );
  return (
    <Preview
      isDelete={kind === "delete"}
      onBack={() => {
        acts.undo(id);
        setRows(null);
      }}
      onLeave={() => setRows(null)}
      rows={rows}
    />
  );
}

type PreviewProps = { rows: readonly BatchRow[]; isDelete: boolean; onBack: () => void; onLeave: () => void };

/** Preview of an undo, cell by cell. */
function Preview({ rows, isDelete, onBack, onLeave }: PreviewProps) {
  const { t } = useTranslation("records");
  const { t: common } = useTranslation("common");
  const { resource, useCells } = useKind();
  const { show, title } = useCells();
  // What is undone already, or was never saved, is no part of it.
  const waiting = rows.filter(({ outcome }) => outcome === "waiting").length;
  const stays = rows.flatMap((row) => row.cells.filter((cell) => cell.left != null).map((cell) => ({ row, cell })));
  return (
    <div className={`${css.full} ${css.stack}`}>
      <p className="fd-small">{t(`batches.${isDelete ? "recreate" : "reset"}.${resource}`, { count: waiting })}</p>
      {stays.slice(0, 50).map(({ row, cell }) => (
        <p className="fd-small fd-ink2" key={`${row.machineId} ${cell.field}`}>
          {row.number}{" "}
          {cell.left == null
            ? ""
            : t(`left.${cell.left}`, {
                field: title(cell.field),
                value: show(cell.field, cell.theirs ?? cell.old) || t("emptyValue"),
              })}
        </p>
      ))}
      <div className={css.foot}>
        <Button onClick={onBack} size="xs" variant="filled">
          {t("batches.undo", { count: waiting })}
        </Button>
        <Button onClick={onLeave} size="xs">
          {common("cancel")}
        </Button>
      </div>
    </div>
  );
}
