/** What was done to a machine from here, with old and new; each act can be taken back. */

import { useTranslation } from "react-i18next";
import { failureOf, type MachineAct, useBridge } from "../../../../ipc";
import { FailureNote } from "../../../../shared/parts";
import { useFormats } from "../../../../shared/use-formats";
import type { Acts } from "../../actions/use-acts";
import { useShowing } from "../../fleet/use-showing";
import { openPanel } from "../../fleet/view";
import { type FieldName, isColumn } from "../../model/fields";
import { showValue } from "../../model/show";
import css from "../panels.module.css";
import { canUndoBatch, UndoBatch } from "../UndoBatch";
import { useBatches } from "../use-batches";
import { useDetail } from "./use-detail";

type Props = { id: string; acts: Acts; readOnly: boolean };

/** More than a person reads here; all of them are under *Change history*. */
const most = 20;

export function History({ id, acts, readOnly }: Props) {
  const { t } = useTranslation("machines");
  const { data, error } = useDetail(id);
  const batches = useBatches();
  const byId = new Map((batches.data ?? []).map((batch) => [batch.id, batch]));
  const history = data?.history ?? [];
  return (
    <section aria-labelledby="machine-history" className={css.group}>
      <h3 id="machine-history">{t("detail.history")}</h3>
      {error === null ? null : <FailureNote failure={failureOf(error)} />}
      {data !== undefined && history.length === 0 ? <p className="fd-small fd-ink2">{t("detail.noHistory")}</p> : null}
      <ul className={css.list}>
        {history.slice(0, most).map((act) => {
          const batch = byId.get(act.batchId);
          return (
            <li key={act.batchId}>
              <Done act={act} rows={batch?.totals.rows ?? 1} takenBack={(batch?.revertedBy ?? null) !== null} />
              {readOnly || batch === undefined || !canUndoBatch(batch) ? null : <UndoBatch acts={acts} batch={batch} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Done({ act, rows, takenBack }: { act: MachineAct; rows: number; takenBack: boolean }) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const formats = useFormats();
  const to = useShowing();
  const open = async () => openPanel({ kind: "report", report: await bridge.batchReport(act.batchId) });
  const show = (field: string, value: MachineAct["cells"][number]["old"]) =>
    showValue(field as FieldName, value, to) || t("emptyValue");
  return (
    <div className={css.grow}>
      <button className={css.link} onClick={() => void open()} type="button">
        {t(`kind.${act.kind}`)}
        {rows > 1 ? ` · ${t("batches.rows", { count: rows })}` : ""}
      </button>
      <p className="fd-small fd-ink2">
        {formats.clock(act.at)} · {t(`outcome.${act.outcome}`)}
        {takenBack ? ` · ${t("batches.undone")}` : ""}
      </p>
      {act.cells.map(({ field, old, new: value }) => (
        <p className="fd-small" key={field}>
          {isColumn(field) ? t(`column.${field}`) : field} <span className={css.old}>{show(field, old)}</span> →{" "}
          <b>{show(field, value)}</b>
        </p>
      ))}
    </div>
  );
}
