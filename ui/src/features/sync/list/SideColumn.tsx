/** Right of the list: what moves now, what happened today, and the search that explains any file. */

import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Folders, SyncedFolder } from "../../../ipc";
import { FileTag, Meter, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { EventLine } from "../EventLine";
import { byCause, firstTab, revision } from "../model";
import { useActivity } from "../queries";
import { usePlaceOf } from "../use-words";
import { ExplainFile } from "./ExplainFile";
import css from "./side.module.css";

const NOW_SHOWN = 5;
const TODAY_SHOWN = 8;

type Props = { folders: Folders; findRef: RefObject<HTMLInputElement | null> };

export function SideColumn({ folders, findRef }: Props) {
  return (
    <aside className={css.side}>
      <Now folders={folders} />
      <Today folders={folders} />
      <ExplainFile inputRef={findRef} />
    </aside>
  );
}

function Now({ folders: { now, limitBytesPerSecond: limit, folders } }: { folders: Folders }) {
  const { t } = useTranslation("sync");
  const formats = useFormats();
  const working = folders.filter(({ progress }) => progress !== null && progress.filesTotal > 0);
  return (
    <section aria-labelledby="sync-now" className={css.part}>
      <div className={css.title}>
        <h2 className="fd-title" id="sync-now">
          {t("now.title")}
        </h2>
        {limit === null ? null : (
          <span className="fd-small fd-ink2">{t("now.limit", { speed: formats.bytes(limit) })}</span>
        )}
      </div>
      {working.length === 0 && now.length === 0 ? <p className="fd-small fd-ink2">{t("now.nothing")}</p> : null}
      <ul className={css.items}>
        {working.map(({ id, name, progress }) =>
          progress === null ? null : (
            <li key={id} className={css.working}>
              <span className={css.workingName}>
                <b className={css.cut}>{name}</b>
                <span className="fd-small fd-ink2">
                  {t("sentence.bytesOf", formats.bytesOf(progress.bytesDone, progress.bytesTotal))}
                </span>
              </span>
              <Meter done={progress.bytesDone} label={name} total={progress.bytesTotal} />
            </li>
          ),
        )}
        {now.slice(0, NOW_SHOWN).map((moving) => (
          <li key={`${moving.folder}/${moving.section}/${moving.name}`} className={css.moving}>
            <FileTag name={moving.name} />
            <MiddleEllipsis text={moving.shownName} />
            <span className={css.measure}>
              <Meter done={moving.bytesDone} label={moving.shownName} total={moving.bytes} />
              <span className="fd-small fd-ink2">
                {moving.bytesDone === 0
                  ? formats.bytes(moving.bytes)
                  : t("sentence.bytesOf", formats.bytesOf(moving.bytesDone, moving.bytes))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Today({ folders: { folders } }: { folders: Folders }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const placeOf = usePlaceOf();
  const all = useActivity(null, folders.map(revision).join("|")).data?.events ?? [];
  const day = new Date().toDateString();
  const today = byCause(all.filter(({ at }) => new Date(at).toDateString() === day));
  return (
    <section aria-labelledby="sync-today" className={`${css.part} ${css.grows}`}>
      <div className={css.title}>
        <h2 className="fd-title" id="sync-today">
          {t("today.title")}
        </h2>
        {all.length === 0 ? null : (
          <button className={css.link} onClick={() => void navigate({ to: "/activity" })} type="button">
            {t("today.all")}
          </button>
        )}
      </div>
      {today.length === 0 ? <p className="fd-small fd-ink2">{t("today.nothing")}</p> : null}
      <ol className={css.items}>
        {today.slice(0, TODAY_SHOWN).map((line) => {
          const folder = folders.find(({ id }) => id === line.folder);
          const open = (of: SyncedFolder) =>
            void navigate({ to: "/folders/$folder/$tab", params: { folder: of.id, tab: firstTab(of) } });
          return (
            <li key={line.id}>
              <EventLine line={{ ...line, folderName: placeOf(line) }} onOpen={folder && (() => open(folder))} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
