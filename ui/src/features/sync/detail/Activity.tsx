/** Activity of a folder, by day and cause, with the names; and the delivery receipt of a day. */

import { useTranslation } from "react-i18next";
import { type FolderEvent, failureOf, type SyncedFolder } from "../../../ipc";
import { Empty, FailureNote, Icon, Skeleton } from "../../../shared/parts";
import { DayList } from "../../../shared/parts/DayList";
import { ReceiptButton } from "../../../shared/receipt/ReceiptButton";
import { useFormats } from "../../../shared/use-formats";
import { EventIcon } from "../EventLine";
import { byCause, type Happening, moveOf, nameOf, revision } from "../model";
import { useActivity, useFolders } from "../queries";
import { useSyncWords } from "../use-words";
import css from "./files.module.css";

/** More names than this of one cause are counted. */
const NAMES = 12;

export function Activity({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "activity" });
  const { data, error } = useActivity(folder, revision(folder));
  if (error !== null)
    return (
      <div className={css.notes}>
        <FailureNote failure={failureOf(error)} />
      </div>
    );
  if (data === undefined) return <Skeleton />;
  return (
    <div className={css.pane}>
      <div className={css.toolbar}>
        <span className={css.spring} />
        <ReceiptButton
          of={{ folder: folder.id }}
          whole={{ projectOfFolder: folder.id }}
          projectNumber={folder.projectNumber}
        />
      </div>
      {data.hasOlder ? <p className={`fd-small fd-ink2 ${css.hasOlder}`}>{t("hasOlder")}</p> : null}
      {data.events.length === 0 ? (
        <Empty title={t("empty")} />
      ) : (
        <DayList
          items={byCause(data.events)}
          keyOf={({ id }) => id}
          of={folder.id}
          row={(line) => <HappeningLine line={line} log={data.events} />}
        />
      )}
    </div>
  );
}

type LineProps = {
  line: Happening;
  /** All that is listed. */
  log: readonly FolderEvent[];
  place?: string;
  hits?: readonly FolderEvent[] | undefined;
};

/** Things that happened together: open it for their names. It is open for the `hits` of a search, which come first. */
export function HappeningLine({ line, log, place = "", hits }: LineProps) {
  const { t } = useTranslation("sync");
  const formats = useFormats();
  const { happened, more } = useSyncWords();
  const events = hits === undefined ? line.events : [...new Set([...hits, ...line.events])];
  const named = events.filter(({ shownName, section }) => shownName !== "" && section !== "");
  // One rename says both names at once; more of them are listed.
  const lone = line.kind === "renamed" && line.events.length === 1 ? line.events.map(nameOf).join() : null;
  const move = moveOf(line, log, useFolders().data?.folders ?? []);
  const most = hits === undefined ? NAMES : Math.min(NAMES, hits.length);
  const words = (
    <>
      {happened(line.kind, line.events.length)}
      {lone === null ? null : `: ${lone}`}
      {place === "" ? null : ` · ${place}`}
      {move === null ? null : (
        <span className="fd-small fd-ink2">
          {" "}
          {move.to === null
            ? t("activity.movedFrom", { from: move.from })
            : t("activity.movedFromTo", { from: move.from, to: move.to })}
        </span>
      )}
      {line.by === "" ? null : <span className="fd-small fd-ink2"> {t("activity.by", { by: line.by })}</span>}
    </>
  );
  return (
    <>
      <time className="fd-small fd-ink2" dateTime={line.at}>
        {formats.time(line.at)}
      </time>
      <EventIcon kind={line.kind} />
      {named.length === 0 ? (
        <span className={css.happening}>{words}</span>
      ) : (
        <details className={css.happening} open={hits !== undefined}>
          <summary>
            <Icon className={css.opens} name="right" size={14} />
            <span>{words}</span>
          </summary>
          <ul className="fd-small fd-ink2 fd-copyable">
            {named.slice(0, most).map((event) => (
              <li key={event.id}>{[nameOf(event), event.section, more(event)].filter(Boolean).join(" · ")}</li>
            ))}
            {named.length > most ? <li>{t("wizard.moreRows", { count: named.length - most })}</li> : null}
          </ul>
        </details>
      )}
    </>
  );
}
