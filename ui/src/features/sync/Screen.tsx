/** Synced folders: one look whether all is in step, worst first; right what moves, what happened, and why not. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type SyncedFolder, useBridge } from "../../ipc";
import { useDropHere } from "../../shared/drops";
import { useShortcut } from "../../shared/keyboard";
import { Empty, FailureNote, GuideLink, Icon, Note, Skeleton, StateIcon } from "../../shared/parts";
import { useAsk } from "../../shared/use-ask";
import { Background } from "./Background";
import { FolderList } from "./list/FolderList";
import css from "./list/list.module.css";
import { SideColumn } from "./list/SideColumn";
import { filesOf, needsOf, worstFirstOf } from "./model";
import { useFolders, useStandsStill } from "./queries";
import { useDraft } from "./wizard/use-wizard";

export function SyncScreen() {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const { data, error } = useFolders();
  const { ask, failure, fail } = useAsk();
  const find = useRef<HTMLInputElement>(null);
  const add = () => void navigate({ to: "/folders/new" });
  useDropHere(({ dropId }) => {
    useDraft.setState({ dropped: dropId });
    add();
  });
  useShortcut("whyNotUp", () => find.current?.focus());
  // A note that comes or goes while the pointer is on the rows would put another row under it.
  const [inside, setInside] = useState(false);
  const needs = data === undefined ? null : needsOf(data);
  const [noted, setNoted] = useState(needs);
  const asks = (of: typeof needs) => (of?.folders.length ?? 0) > 0;
  if (!inside && asks(noted) !== asks(needs)) setNoted(needs);
  const asking = asks(noted) === asks(needs) ? needs : noted;

  if (data === undefined)
    return (
      <div className={css.screen}>{error === null ? <Skeleton /> : <FailureNote failure={failureOf(error)} />}</div>
    );
  const folders = worstFirstOf(data.folders);
  const own = folders.filter(({ otherConnection }) => otherConnection === null);
  const left = folders.filter(({ otherConnection }) => otherConnection !== null);
  return (
    <div className={css.screen}>
      <section aria-labelledby="sync-title" className={css.pane}>
        <Head
          count={folders.length}
          files={filesOf(folders)}
          onAdd={add}
          ask={ask}
          pausesAll={data.paused === null && folders.some(({ paused }) => paused === null)}
          resumesAll={data.resumesAll}
        />
        {failure === null ? null : (
          <div className={css.notes}>
            <FailureNote failure={failure} />
          </div>
        )}
        <div className={css.background}>
          <Background />
        </div>
        {folders.length === 0 ? (
          <Empty
            action={
              <Button leftSection={<Icon name="plus" />} onClick={add} variant="filled">
                {t("add")}
              </Button>
            }
            title={t("empty.title")}
          >
            {t("empty.text")} <GuideLink to="folders#add" />
          </Empty>
        ) : (
          <div className={css.body} onPointerEnter={() => setInside(true)} onPointerLeave={() => setInside(false)}>
            {data.runsElsewhere ? (
              <div className={css.notes}>
                <Note kind="plain">{t("elsewhere")}</Note>
              </div>
            ) : null}
            <NeedsNote asking={asking} folders={folders} />
            {own.length === 0 ? null : <FolderList ask={ask} fail={fail} folders={own} title={t("title")} />}
            {left.length === 0 ? null : (
              <>
                <h2 className={css.left}>{t("removedConnections")}</h2>
                <FolderList ask={ask} fail={fail} folders={left} title={t("removedConnections")} />
              </>
            )}
            <p className={css.honest}>
              <Icon name="info" size={16} />
              {t("honest")}
              <GuideLink to="folders#status" />
            </p>
          </div>
        )}
      </section>
      {folders.length === 0 ? null : <SideColumn folders={data} findRef={find} />}
    </div>
  );
}

type HeadProps = {
  count: number;
  files: number | null;
  /** There is a folder left to pause. */
  pausesAll: boolean;
  resumesAll: boolean;
  onAdd: () => void;
  ask: ReturnType<typeof useAsk>["ask"];
};

function Head({ count, files, pausesAll, resumesAll, onAdd, ask }: HeadProps) {
  const { t } = useTranslation("sync");
  const bridge = useBridge();
  // Where the window is small, the two leave the room to the title and show their signs alone.
  const both = pausesAll && resumesAll;
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 className="fd-page" id="sync-title">
          {t("title")}
        </h1>
        {count === 0 ? null : (
          <p className="fd-small fd-ink2">
            {t("facts", {
              what: [t("folderCount", { count }), ...(files === null ? [] : [t("fileCount", { count: files })])].join(
                ", ",
              ),
            })}
          </p>
        )}
      </div>
      {count === 0 ? null : (
        <>
          {resumesAll ? (
            <Button
              aria-label={t("resumeAll")}
              className={both ? css.short : undefined}
              leftSection={<Icon name="play" />}
              onClick={() => void ask(() => bridge.resumeFolders(null))}
              title={both ? t("resumeAll") : undefined}
            >
              <span className={both ? css.wideOnly : undefined}>{t("resumeAll")}</span>
            </Button>
          ) : null}
          {pausesAll ? (
            <Button
              aria-label={t("pauseAll")}
              className={both ? css.short : undefined}
              leftSection={<StateIcon state="paused" />}
              onClick={() => void ask(() => bridge.pauseFolders(null, null))}
              title={both ? t("pauseAll") : undefined}
            >
              <span className={both ? css.wideOnly : undefined}>{t("pauseAll")}</span>
            </Button>
          ) : null}
          <Button leftSection={<Icon name="plus" />} onClick={onAdd} variant="filled">
            {t("add")}
          </Button>
        </>
      )}
    </header>
  );
}

/** The amber note, only when somebody is needed; *Decide now* walks through all of them. */
function NeedsNote({ asking, folders }: { asking: ReturnType<typeof needsOf> | null; folders: SyncedFolder[] }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const isStill = useStandsStill();
  const first = asking?.folders[0];
  if (asking === null || first === undefined) return null;
  // As they are now: what is noted may be from before the pointer came.
  const somethingStands = folders.some(
    (folder) => asking.folders.some(({ id }) => id === folder.id) && isStill(folder),
  );
  const text = somethingStands ? "actionNeeded.count" : "actionNeeded.text";
  return (
    <div className={css.needs}>
      <StateIcon size={20} state="needsDecision" />
      <div className={css.needsText}>
        <b>{t("actionNeeded.title", { count: asking.folders.length })}</b>
        <span className="fd-small">{t(text, { count: asking.decisions })}</span>
      </div>
      <Button
        className={css.decideNow}
        onClick={() => void navigate({ to: "/folders/$folder/$tab", params: { folder: first.id, tab: "needs" } })}
        variant="filled"
      >
        {t("actionNeeded.review")}
      </Button>
    </div>
  );
}
