/** Acts on records from here, newest first, with their undo: first a preview of it. */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type BatchSummary, failureOf, useBridge } from "../../../ipc";
import { FailureNote, GuideLink, SidePanel, Skeleton } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import css from "./panels.module.css";
import { canUndoBatch, UndoBatch } from "./UndoBatch";

/** `children`: what is still to come, above what was done. */
type Props = { acts: Pick<RecordActs, "undo">; readOnly: boolean; onClose: () => void; children?: ReactNode };

export function BatchesPanel({ acts, readOnly, onClose, children }: Props) {
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const { guide, openReport } = useKind();
  const { data, error } = useBatches();
  const open = async (id: number) => openReport(await bridge.batchReport(id));
  return (
    <SidePanel onClose={onClose} title={t("batches.title")}>
      {data === undefined && error === null ? <Skeleton rows={5} /> : null}
      {error === null ? null : <FailureNote failure={failureOf(error)} />}
      {children}
      {data?.length === 0 ? (
        <p className="fd-ink2">
          {t("batches.none")} <GuideLink to={`${guide}#undo`} />
        </p>
      ) : null}
      <ul className={css.list}>
        {(data ?? []).map((batch) => (
          <li key={batch.id}>
            <Summary batch={batch} onOpen={() => void open(batch.id)} />
            {readOnly || !canUndoBatch(batch) ? null : <UndoBatch acts={acts} batch={batch} />}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

function Summary({ batch, onOpen }: { batch: BatchSummary; onOpen: () => void }) {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  const formats = useFormats();
  return (
    <div className={css.grow}>
      <button className={css.link} onClick={onOpen} type="button">
        {t(`kind.${batch.kind}`)} · {t(`batches.rows.${resource}`, { count: batch.totals.rows })}
      </button>
      <p className="fd-small fd-ink2">
        {formats.clock(batch.at)} ·{" "}
        {t("result.done", { done: batch.totals.saved + batch.totals.already, count: batch.totals.rows })}
        {batch.revertedBy === null ? "" : ` · ${t("batches.undone")}`}
      </p>
    </div>
  );
}
