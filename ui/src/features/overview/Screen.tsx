/** Overview: what needs action, what was delivered today, how the machines stand; each opens its list. */

import { useTranslation } from "react-i18next";
import { failureOf } from "../../ipc";
import { FailureNote, Skeleton } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import { useWindowReady } from "../../shared/window-ready";
import { ActionNeeded } from "./ActionNeeded";
import { Blocked, Fuel } from "./Machines";
import css from "./overview.module.css";
import { Trips } from "./Trips";
import { Uploads } from "./Uploads";
import { useOverview } from "./use-overview";

export function OverviewScreen() {
  const { t } = useTranslation("overview");
  const formats = useFormats();
  const { data, error } = useOverview();
  useWindowReady(data !== undefined || error !== null);
  const readAt = data?.machines.readAt ?? null;
  return (
    <section aria-labelledby="overview-title" className={css.pane}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className="fd-page" id="overview-title">
            {t("title")}
          </h1>
          <p className="fd-small fd-ink2">
            {formats.date(new Date())}
            {readAt === null ? null : ` · ${t("readAt", { time: formats.clock(readAt) })}`}
          </p>
        </div>
      </header>
      <div className={css.body}>
        <ActionNeeded duplicates={data?.duplicates ?? []} />
        {error === null ? null : <FailureNote failure={failureOf(error)} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={8} />
          ) : null
        ) : (
          <div className={css.cards}>
            <Uploads uploads={data.uploads} />
            <Blocked machines={data.machines} />
            <Fuel machines={data.machines} />
            <Trips />
          </div>
        )}
      </div>
    </section>
  );
}
