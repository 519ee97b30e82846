/** Acts on a record from here, with old and new values; each can be undone. */

import { useTranslation } from "react-i18next";
import { failureOf, type MachineAct, useBridge } from "../../../ipc";
import { FailureNote } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { useBatches } from "../use-batches";
import type { RecordActs } from "../use-run";
import css from "./panels.module.css";
import { canUndoBatch, UndoBatch } from "./UndoBatch";

/** `done`: what was done, the newest first; not given while it is read. */
type Props = {
  done: readonly MachineAct[] | undefined;
  error: Error | null;
  acts: Pick<RecordActs, "undo">;
  readOnly: boolean;
};

/** More than a person reads here; all of them are under *Change history*. */
const most = 20;

export function History({ done, error, acts, readOnly }: Props) {
  const { t } = useTranslation("records");
  const batches = useBatches();
  const byId = new Map((batches.data ?? []).map((batch) => [batch.id, batch]));
  return (
    <section aria-labelledby="record-history" className={css.group}>
      <h3 id="record-history">{t("history.title")}</h3>
      {error === null ? null : <FailureNote failure={failureOf(error)} />}
      {done?.length === 0 ? <p className="fd-small fd-ink2">{t("history.none")}</p> : null}
      <ul className={css.list}>
        {(done ?? []).slice(0, most).map((act) => {
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
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const formats = useFormats();
  const { resource, useCells, openReport } = useKind();
  const { show, title } = useCells();
  const open = async () => openReport(await bridge.batchReport(act.batchId));
  const shown = (field: string, value: MachineAct["cells"][number]["old"]) => show(field, value) || t("emptyValue");
  return (
    <div className={css.grow}>
      <button className={css.link} onClick={() => void open()} type="button">
        {t(`kind.${act.kind}`)}
        {rows > 1 ? ` · ${t(`batches.rows.${resource}`, { count: rows })}` : ""}
      </button>
      <p className="fd-small fd-ink2">
        {formats.clock(act.at)} · {t(`outcome.${act.outcome}`)}
        {takenBack ? ` · ${t("batches.undone")}` : ""}
      </p>
      {act.cells.map(({ field, old, new: value }) => (
        <p className="fd-small" key={field}>
          {title(field)} <span className={css.old}>{shown(field, old)}</span> → <b>{shown(field, value)}</b>
        </p>
      ))}
    </div>
  );
}
