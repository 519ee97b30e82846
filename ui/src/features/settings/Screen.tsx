/** Settings: groups on one page with an index and a search; saved automatically. */

import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../shared/app-state";
import { matches, searchable, words } from "../../shared/fold";
import type { GuidePlace } from "../../shared/guide";
import { useShortcut } from "../../shared/keyboard";
import { GuideLink, Note, SearchField } from "../../shared/parts";
import { type SettingsGroup, settingsGroups, showSettingsGroup, useWantedGroup } from "../../shared/settings-groups";
import { About } from "./About";
import { AppearanceSettings } from "./AppearanceSettings";
import { Connections } from "./Connections";
import { SyncedFolders } from "./folders/SyncedFolders";
import { LanguageSettings } from "./LanguageSettings";
import { NotificationSettings } from "./NotificationSettings";
import css from "./settings.module.css";
import { TripsSettings } from "./TripsSettings";
import { UpdateSettings } from "./UpdateSettings";

const contents = {
  connections: { Content: Connections, guide: "settings#connections" },
  language: { Content: LanguageSettings, guide: "settings#language" },
  appearance: { Content: AppearanceSettings, guide: "settings#appearance" },
  folders: { Content: SyncedFolders, guide: "settings#start" },
  trips: { Content: TripsSettings, guide: "settings#trips" },
  notifications: { Content: NotificationSettings, guide: "settings#notifications" },
  updates: { Content: UpdateSettings, guide: "settings#updates" },
  about: { Content: About, guide: "settings#diagnostics" },
} as const satisfies Record<SettingsGroup, { Content: ComponentType; guide: GuidePlace }>;

const groups = settingsGroups.map((name) => ({ name, ...contents[name] }));

export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const { managed } = useAppState();
  const [query, setQuery] = useState("");
  const sections = useRef(new Map<SettingsGroup, HTMLElement>());
  const [hidden, setHidden] = useState<ReadonlySet<SettingsGroup>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  useShortcut("find", () => search.current?.focus());

  // What a group says is what is searched, in the language that it says it in.
  useLayoutEffect(() => {
    const wanted = words(query);
    const others = groups.filter(({ name }) => {
      const text = searchable(sections.current.get(name)?.textContent ?? "");
      return !matches(text, wanted);
    });
    setHidden(new Set(others.map(({ name }) => name)));
  }, [query]);

  const goTo = useCallback((name: SettingsGroup) => {
    const section = sections.current.get(name);
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  }, []);
  const list = useRef<HTMLDivElement>(null);
  useGroupInView(list, goTo);
  // Opened by a key, it takes the keyboard where Page Down scrolls.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches("main")) list.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <div>
          <h1 className="fd-page">{t("title")}</h1>
          <p className="fd-small fd-ink2">{t("facts")}</p>
        </div>
        <SearchField className={css.search} label={t("search")} onText={setQuery} ref={search} text={query} />
      </header>
      <div className={css.body}>
        <nav aria-label={t("index")} className={css.index}>
          {groups.map(({ name }) => (
            <button disabled={hidden.has(name)} key={name} onClick={() => goTo(name)} type="button">
              {t(`${name}.title`)}
            </button>
          ))}
        </nav>
        <div ref={list} className={css.groups} tabIndex={-1}>
          {managed.unreadable ? <Note kind="failed">{t("policyUnreadable")}</Note> : null}
          {hidden.size === groups.length ? <p role="status">{t("noMatch", { query })}</p> : null}
          <div className={css.columns}>
            {groups.map(({ name, Content, guide }) => (
              <Group
                guide={guide}
                hidden={hidden.has(name)}
                key={name}
                keep={(section) => {
                  if (section !== null) sections.current.set(name, section);
                }}
                title={t(`${name}.title`)}
              >
                <Content />
              </Group>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Keeps the group that was asked for in view while groups above it still grow, until the person goes on. */
function useGroupInView(list: RefObject<HTMLElement | null>, goTo: (name: SettingsGroup) => void): void {
  const wanted = useWantedGroup((state) => state.wanted);
  useEffect(() => {
    if (wanted === null || list.current === null) return;
    goTo(wanted);
    const grown = new ResizeObserver(() => goTo(wanted));
    // The list itself scrolls: only what is in it grows.
    for (const group of list.current.querySelectorAll("section")) grown.observe(group);
    const goOn = () => showSettingsGroup(null);
    const acts = ["keydown", "pointerdown", "wheel"] as const;
    for (const act of acts) window.addEventListener(act, goOn);
    return () => {
      grown.disconnect();
      for (const act of acts) window.removeEventListener(act, goOn);
    };
  }, [wanted, list, goTo]);
}

type GroupProps = {
  title: string;
  guide: GuidePlace;
  hidden: boolean;
  keep: (section: HTMLElement | null) => void;
  children: ReactNode;
};

function Group({ title, guide, hidden, keep, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.group} hidden={hidden} ref={keep} tabIndex={-1}>
      <div className={css.groupHead}>
        <h2 className="fd-title" id={id}>
          {title}
        </h2>
        <GuideLink about={title} to={guide} />
      </div>
      <div className={css.card}>{children}</div>
    </section>
  );
}
