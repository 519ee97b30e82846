/** What was done to machines from here, newest first, and whether it can be taken back: first what that would leave. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchRow, type BatchSummary, failureOf, useBridge } from "../../../ipc";
import { FailureNote, SidePanel, Skeleton } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useProgress } from "../acts/progress";
import type { Acts } from "../acts/use-acts";
import { useShowing } from "../fleet/use-showing";
import { openPanel } from "../fleet/view";
import { isColumn } from "../model/fields";
import { showValue } from "../model/show";
import type { FieldName } from "../model/types";
import css from "./panels.module.css";

type Props = { acts: Acts; readOnly: boolean; onClose: () => void };

export function BatchesPanel({ acts, readOnly, onClose }: Props) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const running = useProgress((store) => store.running);
  const [preview, setPreview] = useState<{ id: number; rows: BatchRow[] } | null>(null);
  const list = useQuery({
    queryKey: ["machines", "batches", String(running)],
    queryFn: () => bridge.batches(100),
    staleTime: 0,
  });
  const open = async (id: number) => openPanel({ kind: "report", report: await bridge.batchReport(id) });
  return (
    <SidePanel onClose={onClose} title={t("batches.title")}>
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton rows={5} />
        ) : (
          <FailureNote failure={failureOf(list.error)} />
        )
      ) : null}
      {list.data?.length === 0 ? <p className="fd-ink2">{t("batches.none")}</p> : null}
      <ul className={css.list}>
        {(list.data ?? []).map((batch) => (
          <li key={batch.id}>
            <Summary batch={batch} onOpen={() => void open(batch.id)} />
            {readOnly || !canTakeBack(batch) ? null : preview?.id === batch.id ? (
              <Preview
                onBack={() => {
                  acts.undo(batch.id);
                  setPreview(null);
                }}
                onLeave={() => setPreview(null)}
                rows={preview.rows}
              />
            ) : (
              <Button
                disabled={running}
                onClick={() => void bridge.previewRevert(batch.id).then((rows) => setPreview({ id: batch.id, rows }))}
                size="xs"
              >
                {t("takeBack")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

function canTakeBack({ kind, revertedBy, totals }: BatchSummary): boolean {
  return kind !== "revert" && kind !== "delete" && revertedBy === null && totals.saved + totals.partly > 0;
}

function Summary({ batch, onOpen }: { batch: BatchSummary; onOpen: () => void }) {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  return (
    <div className={css.grow}>
      <button className={css.link} onClick={onOpen} type="button">
        {t(`kind.${batch.kind}`)} · {t("batches.rows", { count: batch.totals.rows })}
      </button>
      <p className="fd-small fd-ink2">
        {formats.clock(batch.at)} ·{" "}
        {t("result.done", { done: batch.totals.saved + batch.totals.already, count: batch.totals.rows })}
        {batch.revertedBy === null ? "" : ` · ${t("batches.takenBack")}`}
      </p>
    </div>
  );
}

/** What taking back leaves, cell by cell, before it is done. */
function Preview({ rows, onBack, onLeave }: { rows: BatchRow[]; onBack: () => void; onLeave: () => void }) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const stays = rows.flatMap((row) => row.cells.filter((cell) => cell.left !== null).map((cell) => ({ row, cell })));
  return (
    <div className={`${css.full} ${css.stack}`}>
      <p className="fd-small">{t("batches.goesBack", { count: rows.length })}</p>
      {stays.slice(0, 50).map(({ row, cell }) => (
        <p className="fd-small fd-ink2" key={`${row.machineId} ${cell.field}`}>
          {row.number}{" "}
          {cell.left === null
            ? ""
            : t(`left.${cell.left}`, {
                field: isColumn(cell.field) ? t(`column.${cell.field}`) : cell.field,
                value: showValue(cell.field as FieldName, cell.theirs ?? cell.old, to) || t("emptyValue"),
              })}
        </p>
      ))}
      <div className={css.foot}>
        <Button onClick={onBack} size="xs" variant="filled">
          {t("batches.takeBack", { count: rows.length })}
        </Button>
        <Button onClick={onLeave} size="xs">
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
