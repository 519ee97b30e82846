/** Activity of everything: what folders did, what was uploaded by hand, what was changed of machines and users. */

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchSummary, failureOf, type Resource, useBridge } from "../../../ipc";
import { localStamp } from "../../../shared/local-time";
import { Empty, FailureNote, FilterPills, Icon, Part, SearchField, Skeleton } from "../../../shared/parts";
import { DayList } from "../../../shared/parts/DayList";
import { changedBy } from "../../../shared/records/panels/UndoBatch";
import { forgetAct } from "../../../shared/records/undoable-batches";
import { tellDone } from "../../../shared/undo/store";
import { useAsk } from "../../../shared/use-ask";
import { useSavedToast } from "../../../shared/use-saved-toast";
import { HappeningLine } from "../detail/Activity";
import css from "../detail/files.module.css";
import { revision } from "../model";
import { useActivity, useFolders } from "../queries";
import { usePlaceOf, useSyncWords } from "../use-words";
import { type ActivityLine, type Area, areas, found, linesOf, pastedText, rowsOf } from "./lines";
import { RecordLine } from "./RecordLine";

/** So many changes of machines, and of users, are read. */
const BATCHES = 200;

/** The columns of what is exported. */
const columns = ["time", "what", "section", "file", "by"] as const;

export function ActivityScreen() {
  const { t } = useTranslation("sync", { keyPrefix: "activity" });
  const { t: records } = useTranslation("records");
  const bridge = useBridge();
  const queries = useQueryClient();
  const undoing = useRef(false);
  const { ask, failure, fail } = useAsk();
  const tellSaved = useSavedToast(fail);
  const [area, setArea] = useState<Area | null>(null);
  const [search, setSearch] = useState("");
  const folders = useFolders().data?.folders ?? [];
  const events = useActivity(null, folders.map(revision).join("|"));
  const machines = useBatchesOf("machines");
  const users = useBatchesOf("users");
  const words = useLineWords();

  const error = events.error ?? machines.error ?? users.error;
  if (events.data === undefined || machines.data === undefined || users.data === undefined)
    return (
      <Pane>
        {error === null ? (
          <Skeleton />
        ) : (
          <div className={css.notes}>
            <FailureNote failure={failureOf(error)} />
          </div>
        )}
      </Pane>
    );
  const all = linesOf(events.data.events, { machines: machines.data, users: users.data });
  const matching = found(all, search, words);
  const shown = area === null ? matching : matching.filter((line) => line.area === area);
  const rows = () => rowsOf(shown, words, (at) => localStamp(new Date(at)));
  const copy = async () => {
    const done = await ask(() => bridge.copyText(pastedText(rows())));
    if (done !== undefined) tellDone(t("copied"));
  };
  const exportRows = async () => {
    const headings = columns.map((column) => t(`column.${column}`));
    const written = await ask(() => bridge.exportTable([headings, ...rows()]));
    if (written != null) tellSaved(written);
  };
  const undo = async ({ id, totals }: BatchSummary) => {
    // A second click would take back once more what was just taken back.
    if (undoing.current) return;
    undoing.current = true;
    const done = await ask(() => bridge.revertBatch(id));
    if (done !== undefined) {
      forgetAct(id);
      tellDone(records("result.undone", { done: changedBy(done.batch.totals), count: changedBy(totals) }));
    }
    await Promise.all(
      (["machines", "users"] as const).map((area) => queries.invalidateQueries({ queryKey: [area, "batches"] })),
    );
    undoing.current = false;
  };
  return (
    <Pane>
      <div className={css.toolbar}>
        <SearchField className={css.search} label={t("search")} onText={setSearch} text={search} />
        <Part>
          <FilterPills
            pills={areas.map((each) => ({
              key: each,
              count: matching.filter((line) => line.area === each).length,
              label: t(`area.${each}`),
              on: area === each,
              onToggle: () => setArea(area === each ? null : each),
            }))}
          />
        </Part>
        <span className={css.spring} />
        <Button leftSection={<Icon name="copy" />} onClick={() => void copy()}>
          {t("copy")}
        </Button>
        <Button leftSection={<Icon name="save" />} onClick={() => void exportRows()}>
          {t("export")}
        </Button>
      </div>
      {failure === null ? null : (
        <div className={css.notes}>
          <FailureNote failure={failure} />
        </div>
      )}
      {events.data.hasOlder ? <p className={`fd-small fd-ink2 ${css.hasOlder}`}>{t("hasOlder")}</p> : null}
      {shown.length === 0 ? (
        <Empty title={t(all.length === 0 ? "empty" : "none")} />
      ) : (
        <DayList
          items={shown}
          keyOf={({ key }) => key}
          of={`${area} ${search}`}
          row={(line) =>
            "batch" in line ? (
              <RecordLine
                area={line.area}
                batch={line.batch}
                onUndo={() => void undo(line.batch)}
                words={words(line)}
              />
            ) : (
              <HappeningLine
                hits={line.hits}
                line={line.happening}
                log={events.data.events}
                place={words.place(line)}
              />
            )
          }
        />
      )}
    </Pane>
  );
}

/** The screen with its title, also while it is read; it has no entry in the navigation, so that its place is told here. */
function Pane({ children }: { children: ReactNode }) {
  const { t } = useTranslation("sync", { keyPrefix: "activity" });
  const { t: shell } = useTranslation("shell");
  return (
    <section aria-labelledby="activity-title" className={css.pane}>
      <header className={css.screenHead}>
        <nav className={`fd-small ${css.crumbs}`}>
          <Link className={css.crumb} to="/overview">
            {shell("overview")}
          </Link>
          <Icon name="right" size={12} />
        </nav>
        <h1 className="fd-page" id="activity-title">
          {t("title")}
        </h1>
        <p className="fd-small fd-ink2">{t("about")}</p>
      </header>
      {children}
    </section>
  );
}

function useBatchesOf(area: Resource) {
  const bridge = useBridge();
  return useQuery({ queryKey: [area, "batches", "activity"], queryFn: () => bridge.batches(area, BATCHES) });
}

/** A line in words, and where it was done. */
function useLineWords() {
  const { t: records } = useTranslation("records");
  const { happened } = useSyncWords();
  const placeOf = usePlaceOf();
  const place = (line: ActivityLine): string =>
    "batch" in line ? records(`title.${line.area}`) : placeOf(line.happening);
  const words = (line: ActivityLine): string =>
    "batch" in line
      ? `${records(`kind.${line.batch.kind}`)} · ${records(`batches.rows.${line.area}`, { count: line.batch.totals.rows })}`
      : `${happened(line.happening.kind, line.happening.events.length)} · ${place(line)}`;
  return Object.assign(words, { place });
}
