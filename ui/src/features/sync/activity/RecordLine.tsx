/** A change of machines or users in the activity: of which, and its undo while it was not undone. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchRow, type BatchSummary, type Resource, useBridge } from "../../../ipc";
import { Icon } from "../../../shared/parts";
import { RowButton } from "../../../shared/parts/RowButton";
import { canUndoBatch } from "../../../shared/records/panels/UndoBatch";
import { useFormats } from "../../../shared/use-formats";
import css from "../detail/files.module.css";

/** More of them than this are counted. */
const NAMES = 12;

type Props = { area: Resource; batch: BatchSummary; words: string; onUndo: () => void };

export function RecordLine({ area, batch, words, onUndo }: Props) {
  const { t } = useTranslation("sync");
  const bridge = useBridge();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const isLone = batch.totals.rows === 1;
  // The list has no names: they are read of what is opened, and of a lone one to stand in its line.
  const rows = useQuery({
    queryKey: [area, "batches", "report", batch.id],
    queryFn: () => bridge.batchReport(batch.id),
    enabled: open || isLone,
  }).data?.rows;
  const [lone] = isLone ? (rows ?? []) : [];
  const said = (
    <>
      {words}
      {lone === undefined ? null : `: ${nameOf(lone)}`}
      {batch.revertedBy === null ? null : <span className="fd-small fd-ink2"> {t("activity.wasUndone")}</span>}
    </>
  );
  return (
    <>
      <time className="fd-small fd-ink2" dateTime={batch.at}>
        {formats.time(batch.at)}
      </time>
      <Icon className="fd-ink3" name={area === "machines" ? "machine" : "people"} />
      {isLone ? (
        <span className={css.happening}>{said}</span>
      ) : (
        <details className={css.happening} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Icon className={css.opens} name="right" size={14} />
            <span>{said}</span>
          </summary>
          {rows === undefined ? null : (
            <ul className="fd-small fd-ink2 fd-copyable">
              {rows.slice(0, NAMES).map((row) => (
                <li key={`${row.machineId}/${row.number}`}>{nameOf(row)}</li>
              ))}
              {rows.length > NAMES ? <li>{t("wizard.moreRows", { count: rows.length - NAMES })}</li> : null}
            </ul>
          )}
        </details>
      )}
      {canUndoBatch(batch) ? (
        <RowButton aria-label={`${t("activity.undo")}: ${words}`} onClick={onUndo}>
          {t("activity.undo")}
        </RowButton>
      ) : null}
    </>
  );
}

function nameOf({ number, name }: BatchRow): string {
  return [number, name].filter(Boolean).join(" · ");
}
