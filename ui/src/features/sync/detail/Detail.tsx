/** A synced folder: its target, its honest state, and the tabs. Opens on the worst that has something in it. */

import { Button } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type SyncedFolder } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useFocusHome } from "../../../shared/focus-home";
import { Empty, FailureNote, GuideLink, Icon, Skeleton, StateIcon } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import { HistoryPane } from "../../history";
import { FolderMenu } from "../list/FolderMenu";
import { actOf, decisions, firstTab, needsOf, type Tab, tabs } from "../model";
import { Polled } from "../Polled";
import { useFolders } from "../queries";
import { StateLine } from "../StateLine";
import { useFolderActs } from "../use-folder-acts";
import { usePlaceWords, useStateSentence } from "../use-words";
import { Activity } from "./Activity";
import css from "./detail.module.css";
import { Files } from "./Files";
import { FolderSettings } from "./FolderSettings";
import { NeedsYou } from "./NeedsYou";

export function FolderScreen() {
  const { t } = useTranslation("sync");
  const { folder: id, tab } = useParams({ from: "/folders/$folder/$tab" });
  const { data, error } = useFolders();
  if (data === undefined)
    return (
      <div className={css.screen}>{error === null ? <Skeleton /> : <FailureNote failure={failureOf(error)} />}</div>
    );
  const folder = data.folders.find((each) => each.id === id);
  if (folder === undefined)
    return <Empty action={<Link to="/folders">{t("detail.toList")}</Link>} title={t("detail.removed")} />;
  return <Shown key={id} folder={folder} tab={tabs.find((known) => known === tab) ?? firstTab(folder)} />;
}

function Shown({ folder, tab }: { folder: SyncedFolder; tab: Tab }) {
  const { t } = useTranslation("sync");
  const { t: status } = useTranslation("status");
  const navigate = useNavigate();
  const choose = (next: Tab) =>
    void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: next } });
  const { ask, failure, fail } = useAsk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused goes with the tab it was asked on
  useEffect(() => fail(null), [tab, fail]);
  const acts = useFolderActs({ ask, fail });
  const place = usePlaceWords()(folder);
  const sentence = useStateSentence()(folder);
  const act = actOf(folder);
  const isToFind = act === "find" || act === "take";
  useAnnouncedState(folder.name, status(folder.state));
  const screen = useRef<HTMLElement>(null);
  const find = (part: string) => screen.current?.querySelector<HTMLElement>(part);
  useFocusHome(screen, () => find("[role=tabpanel]")?.focus());

  return (
    <section aria-labelledby="folder-title" className={css.screen} ref={screen}>
      <header className={css.head}>
        <nav className={`fd-small ${css.crumbs}`}>
          <Link className={css.crumb} to="/folders">
            {t("title")}
          </Link>
          <Icon name="right" size={12} />
        </nav>
        <div className={css.headLine}>
          <div className={css.titles}>
            <div className={css.titleLine}>
              <h1 className="fd-page" id="folder-title">
                {folder.name}
              </h1>
              <StateLine folder={folder} />
            </div>
            <p className={`fd-small fd-ink2 ${css.where}`}>
              <span>{folder.shownPath}</span> → {[place.first, place.second].filter(Boolean).join(" · ")}
            </p>
            <p className="fd-small fd-ink2">
              {sentence} {isToFind ? <GuideLink to="folders#not-found" /> : null}
            </p>
            <Polled folder={folder} />
          </div>
          <Button
            leftSection={folder.paused === null ? <StateIcon state="paused" /> : <Icon name="play" />}
            onClick={() => acts.pauseOrResume(folder)}
          >
            {t(folder.paused === null ? "act.pause" : "act.resume")}
          </Button>
          {isToFind ? (
            <Button leftSection={<Icon name="folder" />} onClick={() => acts.run(act, folder)}>
              {t(`act.${act}`)}
            </Button>
          ) : (
            <Button leftSection={<Icon name="again" />} onClick={() => acts.compare(folder)}>
              {t("act.compare")}
            </Button>
          )}
          <FolderMenu acts={acts} folder={folder} />
        </div>
        <Tabs
          folder={folder}
          onChoose={choose}
          // Once the cases are drawn, the queue takes the focus from the panel.
          onCases={() => (find("[data-cases] [role=listbox]") ?? find("[role=tabpanel]"))?.focus()}
          tab={tab}
        />
      </header>
      {failure === null ? null : (
        <div className={css.notes}>
          <FailureNote failure={failure} onClose={() => fail(null)} />
        </div>
      )}
      <div aria-labelledby={`tab-${tab}`} className={css.panel} id="folder-panel" role="tabpanel" tabIndex={-1}>
        {tab === "needs" ? <NeedsYou folder={folder} onDone={<WalkOn folder={folder} />} /> : null}
        {tab === "waiting" ? <Files key="waiting" folder={folder} only="notUploaded" /> : null}
        {tab === "files" ? <Files key="files" folder={folder} /> : null}
        {tab === "history" ? <HistoryPane scope={{ folder: folder.id }} /> : null}
        {tab === "activity" ? <Activity folder={folder} /> : null}
        {tab === "settings" ? <FolderSettings acts={acts} ask={ask} folder={folder} /> : null}
      </div>
    </section>
  );
}

type TabsProps = {
  folder: SyncedFolder;
  tab: Tab;
  onChoose: (tab: Tab) => void;
  /** The cases were opened, not only passed by the arrow keys: their keys act from now on. */
  onCases: () => void;
};

function Tabs({ folder, tab, onChoose, onCases }: TabsProps) {
  const { t } = useTranslation("sync");
  const formats = useFormats();
  const counts: Partial<Record<Tab, number>> = {
    needs: decisions(folder),
    waiting: folder.notUploaded,
    files: folder.files,
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
    onChoose(next);
  };
  return (
    <div aria-label={folder.name} className={css.tabs} onKeyDown={onKeyDown} role="tablist">
      {tabs.map((name) => {
        const count = counts[name] ?? 0;
        return (
          <button
            key={name}
            aria-controls="folder-panel"
            aria-selected={tab === name}
            className={css.tab}
            data-room={counts[name] === 0 ? name : undefined}
            id={`tab-${name}`}
            onClick={() => {
              onChoose(name);
              // Without any, nothing in the panel takes the keyboard.
              if (name === "needs" && count > 0) onCases();
            }}
            role="tab"
            tabIndex={tab === name ? 0 : -1}
            type="button"
          >
            {t(`tab.${name}`)}
            {count === 0 ? null : (
              <span className={name === "needs" ? css.needsCount : css.count}>{formats.number(count)}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** After the last decision of a folder: the next folder that needs somebody, or the list. */
function WalkOn({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const data = useFolders().data;
  const next = data === undefined ? undefined : needsOf(data).folders.find(({ id }) => id !== folder.id);
  if (next === undefined)
    return (
      <Button onClick={() => void navigate({ to: "/folders" })} variant="filled">
        {t("detail.toList")}
      </Button>
    );
  return (
    <Button
      onClick={() => void navigate({ to: "/folders/$folder/$tab", params: { folder: next.id, tab: "needs" } })}
      variant="filled"
    >
      {t("detail.nextFolder")}: {next.name}
    </Button>
  );
}

/** A change of the state is said; the first one is on the screen. */
function useAnnouncedState(name: string, state: string): void {
  const { t } = useTranslation("sync");
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) announce(t("said", { folder: name, state }));
    before.current = state;
  }, [name, state, t]);
}
