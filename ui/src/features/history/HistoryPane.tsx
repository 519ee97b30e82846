/** Kept versions of a folder, of a project or of everything: by day, newest first; open, restore one or several, save as. */

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type HistoryScope, type KeptVersion } from "../../ipc";
import { Empty, FailureNote, GuideLink, Note, SearchField, SelectionBar, Skeleton } from "../../shared/parts";
import { DayList } from "../../shared/parts/DayList";
import { useFormats } from "../../shared/use-formats";
import { DeleteKept } from "./DeleteKept";
import { Filters } from "./Filters";
import css from "./history.module.css";
import { useSelection } from "./selection";
import { everything, useHistory, useVersionActs } from "./use-history";
import { useVersionMenu } from "./use-version-menu";
import { VersionRow } from "./VersionRow";

const none: readonly KeptVersion[] = [];

/** `actions`: what stands at the end of its toolbar. */
export function HistoryPane({ scope: of, actions }: { scope: Partial<HistoryScope>; actions?: ReactNode }) {
  // Of everything, what the chosen connection kept comes first.
  const connections = of.folder == null && of.target == null ? "chosen" : null;
  const [filter, setFilter] = useState<Partial<HistoryScope>>({ connections });
  const scope = { ...everything, ...filter, ...of };
  const { t } = useTranslation("history");
  const formats = useFormats();
  const [search, setSearch] = useState("");
  const { data, error } = useHistory(scope, search);
  const acts = useVersionActs();
  const selection = useSelection(data?.versions ?? none);
  const { menu, handlers } = useVersionMenu(acts);
  const [deleting, setDeleting] = useState(false);
  /** How many versions of the answer the list does not show yet. */
  const [newer, setNewer] = useState(0);
  if (data === undefined)
    return error === null ? (
      <Skeleton />
    ) : (
      <div className={css.notes}>
        <FailureNote failure={failureOf(error)} />
      </div>
    );
  const { day, reason } = scope;
  const isFiltered = search !== "" || day !== null || reason !== null || scope.connections !== connections;
  const failure = acts.failure ?? (error === null ? null : failureOf(error));
  const sum = [
    t("sum", {
      versions: t("versions", { count: data.total - newer }),
      bytes: formats.bytes(data.bytes - sumOf(data.versions.slice(0, newer))),
      days: data.days,
    }),
    ...(newer === 0 ? [] : [t("newer", { count: newer })]),
  ].join(" · ");
  return (
    <div className={css.pane}>
      <div className={css.toolbar}>
        <SearchField className={css.search} label={t("search")} onText={setSearch} text={search} />
        {data.total === 0 ? null : (
          <span className={`fd-small fd-ink2 ${css.sum}`} title={sum}>
            {sum}
          </span>
        )}
        {actions}
      </div>
      <Filters
        fixed={of}
        kept={data}
        onScope={(change) => {
          selection.clear();
          setFilter((before) => ({ ...before, ...change }));
        }}
        scope={scope}
      />
      <div className={css.notes}>
        {data.full ? (
          <Note
            actions={
              data.total === 0 ? undefined : (
                <Button onClick={() => setDeleting(true)} size="xs">
                  {t("delete.open")}
                </Button>
              )
            }
            kind="needs"
          >
            {t("full")} <GuideLink to="history#full" />
          </Note>
        ) : null}
        {failure === null ? null : <FailureNote failure={failure} />}
      </div>
      {menu}
      {deleting ? (
        <DeleteKept
          days={data.days}
          onClose={() => setDeleting(false)}
          onDelete={async (loss) => {
            await acts.remove(loss);
            setDeleting(false);
          }}
          scope={scope}
        />
      ) : null}
      {data.versions.length === 0 ? (
        <Empty title={isFiltered ? t("none") : t("empty", { days: data.days })}>
          <GuideLink to="history#kept" />
        </Empty>
      ) : (
        <DayList
          foot={
            data.total > data.versions.length ? (
              <p className={`fd-small fd-ink2 ${css.more}`}>
                {t("latest", { total: formats.number(data.total), shown: formats.number(data.versions.length) })}
              </p>
            ) : null
          }
          handlers={handlers}
          items={data.versions}
          keyOf={({ version }) => version}
          of={data.of}
          onNewer={setNewer}
          row={(version, gone) => (
            <VersionRow acts={acts} gone={gone} scope={scope} selection={selection} version={version} />
          )}
        />
      )}
      {selection.chosen.length === 0 ? null : (
        <SelectionBar
          count={selection.chosen.length}
          detail={formats.bytes(sumOf(selection.chosen))}
          onClear={selection.clear}
        >
          <Button onClick={selection.all} size="compact-sm">
            {t("selectAll")}
          </Button>
          <Button
            disabled={acts.busy}
            onClick={() => void acts.restore(selection.chosen).then(selection.clear)}
            size="compact-sm"
            variant="filled"
          >
            {t("restoreSelected", { count: selection.chosen.length })}
          </Button>
        </SelectionBar>
      )}
    </div>
  );
}

function sumOf(versions: readonly KeptVersion[]): number {
  return versions.reduce((sum, { bytes }) => sum + bytes, 0);
}
