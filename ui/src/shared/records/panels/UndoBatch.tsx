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

/** Whether an act can be taken back; nothing takes a taking back back. */
export function canUndoBatch({ kind, revertedBy, totals }: BatchSummary): boolean {
  return kind !== "revert" && revertedBy === null && changedBy(totals) > 0;
}

/** Records that an act changed, in whole or in part. */
export function changedBy({ saved, partly }: BatchSummary["totals"]): number {
  return saved + partly;
}

export function UndoBatch({ batch, acts }: { batch: BatchSummary; acts: Pick<RecordActs, "undo"> }) {
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
        {t("undoBatch")}
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

/** What taking back leaves, cell by cell, before it is done. */
function Preview({ rows, isDelete, onBack, onLeave }: PreviewProps) {
  const { t } = useTranslation("records");
  const { t: common } = useTranslation("common");
  const { resource, useCells } = useKind();
  const { show, title } = useCells();
  const stays = rows.flatMap((row) => row.cells.filter((cell) => cell.left != null).map((cell) => ({ row, cell })));
  return (
    <div className={`${css.full} ${css.stack}`}>
      <p className="fd-small">{t(`batches.${isDelete ? "recreate" : "reset"}.${resource}`, { count: rows.length })}</p>
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
          {t("batches.undo", { count: rows.length })}
        </Button>
        <Button onClick={onLeave} size="xs">
          {common("cancel")}
        </Button>
      </div>
    </div>
  );
}
