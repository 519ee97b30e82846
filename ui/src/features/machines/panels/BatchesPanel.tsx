/** What was done to machines from here, newest first, and whether it can be taken back: first what that would leave. */

import { useTranslation } from "react-i18next";
import { type BatchSummary, failureOf, useBridge } from "../../../ipc";
import { FailureNote, GuideLink, SidePanel, Skeleton } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { Acts } from "../actions/use-acts";
import { openPanel } from "../fleet/view";
import { PlannedReleases } from "../releases/PlannedReleases";
import css from "./panels.module.css";
import { canUndoBatch, UndoBatch } from "./UndoBatch";
import { useBatches } from "./use-batches";

type Props = { acts: Acts; readOnly: boolean; onClose: () => void };

export function BatchesPanel({ acts, readOnly, onClose }: Props) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const { data, error } = useBatches();
  const open = async (id: number) => openPanel({ kind: "report", report: await bridge.batchReport(id) });
  return (
    <SidePanel onClose={onClose} title={t("batches.title")}>
      {data === undefined && error === null ? <Skeleton rows={5} /> : null}
      {error === null ? null : <FailureNote failure={failureOf(error)} />}
      <PlannedReleases readOnly={readOnly} />
      {data?.length === 0 ? (
        <p className="fd-ink2">
          {t("batches.none")} <GuideLink to="machines#undo" />
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
        {batch.revertedBy === null ? "" : ` · ${t("batches.undone")}`}
      </p>
    </div>
  );
}
