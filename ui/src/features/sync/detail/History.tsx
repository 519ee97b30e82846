/** Old content of a folder: by day, newest first; open in the folder again or save elsewhere. */

import { Button, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FolderVersion, failureOf, type SyncedFolder, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { Empty, FailureNote, FileTag, Icon, MiddleEllipsis, Note, Skeleton } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import type en from "../../../shared/words/en/sync.json";
import { byDay } from "../model";
import { useHistory } from "../queries";
import css from "./files.module.css";

export function History({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "history" });
  const bridge = useBridge();
  const formats = useFormats();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed);
  const { data, error } = useHistory(folder, search);
  const { ask, failure } = useAsk();
  const [done, setDone] = useState<string | null>(null);
  if (error !== null)
    return (
      <div className={css.notes}>
        <FailureNote failure={failureOf(error)} />
      </div>
    );
  if (data === undefined) return <Skeleton />;

  const say = (text: string) => {
    setDone(text);
    announce(text);
  };
  const putBack = async (version: FolderVersion) => {
    setDone(null);
    const answer = await ask(() => bridge.restoreVersion(version.version).then(() => true));
    if (answer) say(t("restored", { name: version.shownName }));
  };
  const saveAs = async (version: FolderVersion) => {
    setDone(null);
    const saved = await ask(() => bridge.saveVersion(version.version));
    if (saved) say(t("saved", { name: version.shownName }));
  };
  return (
    <div className={css.pane}>
      <div className={css.toolbar}>
        <TextInput
          aria-label={t("search")}
          className={css.search}
          leftSection={<Icon name="search" size={15} />}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t("search")}
          spellCheck={false}
          value={typed}
        />
        {data.total === 0 ? null : (
          <span className="fd-small fd-ink2">
            {t("sum", {
              versions: t("versions", { count: data.total }),
              bytes: formats.bytes(data.bytes),
              days: data.days,
            })}
          </span>
        )}
      </div>
      {failure === null && done === null ? null : (
        <div className={css.notes}>
          {failure === null ? null : <FailureNote failure={failure} />}
          {done === null ? null : <Note kind="plain">{done}</Note>}
        </div>
      )}
      {data.versions.length === 0 ? (
        <Empty title={typed === "" ? t("empty", { days: data.days }) : t("none")} />
      ) : (
        <div className={css.days}>
          {byDay(data.versions).map(({ day, items }) => (
            <section key={day} aria-label={formats.date(new Date(day))}>
              <h2 className={css.day}>{dayWords(formats.moment(items[0]?.at ?? day))}</h2>
              <ul className={css.versions}>
                {items.map((version) => (
                  <VersionRow
                    key={version.version}
                    days={data.days}
                    onPutBack={() => void putBack(version)}
                    onSave={() => void saveAs(version)}
                    version={version}
                  />
                ))}
              </ul>
            </section>
          ))}
          {data.total > data.versions.length ? (
            <p className={`fd-small fd-ink2 ${css.more}`}>
              {t("latest", { total: formats.number(data.total), shown: formats.number(data.versions.length) })}
            </p>
          ) : null}
        </div>
      )}
    </div>
  );
}

/** `Today 13:58` without its time: the head of a day. */
export function dayWords(moment: string): string {
  return moment.replace(/\s\d{1,2}[.:]\d{2}.*$/, "");
}

type RowProps = { version: FolderVersion; days: number; onPutBack: () => void; onSave: () => void };
type Because = keyof (typeof en)["history"]["because"];

function VersionRow({ version, days, onPutBack, onSave }: RowProps) {
  const { t, i18n } = useTranslation("sync", { keyPrefix: "history" });
  const formats = useFormats();
  const until = new Date(version.at);
  until.setDate(until.getDate() + days);
  const because = i18n.exists(`sync:history.because.${version.reason}`) ? version.reason : "other";
  return (
    <li className={css.version}>
      <time className="fd-small fd-ink2" dateTime={version.at}>
        {formats.time(version.at)}
      </time>
      <FileTag name={version.name} />
      <span className={css.versionText}>
        <MiddleEllipsis text={version.shownName} />
        <span className="fd-small fd-ink2">
          {[
            t(`because.${because as Because}`),
            t(version.from === "remote" ? "fromRemote" : "fromLocal"),
            formats.bytes(version.bytes),
            t("keptUntil", { date: formats.date(until) }),
          ].join(" · ")}
        </span>
      </span>
      <Button
        aria-label={`${t("putBackTitle")}: ${version.shownName}`}
        leftSection={<Icon name="undo" />}
        onClick={onPutBack}
        size="compact-sm"
        title={`${t("putBackTitle")}. ${t("covers")}`}
      >
        {t("putBack")}
      </Button>
      <Button
        aria-label={`${t("saveAs")}: ${version.shownName}`}
        leftSection={<Icon name="save" />}
        onClick={onSave}
        size="compact-sm"
        variant="subtle"
      >
        {t("saveAs")}
      </Button>
    </li>
  );
}
