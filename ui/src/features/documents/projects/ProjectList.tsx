/** The left pane: every project of the client, searchable by number, name and work order. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { Icon, UnlistedNote } from "../../../shared/parts";
import { isMenuKey, useActsMenu } from "../../../shared/parts/use-acts-menu";
import { useFormats } from "../../../shared/use-formats";
import { useWindowReady } from "../../../shared/window-ready";
import { sameTarget } from "../files/model";
import { useDesk } from "../store";
import { ListProblem } from "./ListProblem";
import { firstFound, rowHeight } from "./model";
import { ProjectListRow } from "./ProjectListRow";
import css from "./projects.module.css";
import { useProjectList } from "./use-project-list";
import { rowTarget, useProjectMenu } from "./use-project-menu";

type Props = {
  listRef: RefObject<HTMLDivElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  onShow: (target: Target) => void;
};

export function ProjectList({ listRef, searchRef, onShow }: Props) {
  const { t } = useTranslation("documents");
  const formats = useFormats();
  const scale = useAppState().settings.textSizePercent / 100;
  const id = useId();
  const list = useProjectList(onShow);
  useWindowReady(!list.projects.isPending);
  const target = useDesk((state) => state.target);
  const openByDrag = useDesk((state) => state.openByDrag);
  const { rows, query, active, toggle } = list;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: (at) => Math.round(rowHeight(rows[at]?.kind) * scale),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 8,
  });
  // Fixed heights by kind: when the rows change, the measured ones of before are wrong.
  const measure = useRef(virtual.measure);
  measure.current = virtual.measure;
  useEffect(() => {
    if (rows.length >= 0 && scale > 0) measure.current();
  }, [rows, scale]);
  const { followedAt, unfollow } = list;
  const scrollTo = useRef(virtual.scrollToIndex);
  scrollTo.current = virtual.scrollToIndex;
  useEffect(() => {
    if (followedAt >= 0 && rows.length > 0) scrollTo.current(followedAt, { align: "auto" });
  }, [followedAt, rows]);
  useEffect(() => {
    if (openByDrag) toggle(openByDrag, true);
  }, [openByDrag, toggle]);

  const menuOf = useProjectMenu(list);
  const { menu, open: openMenu } = useActsMenu(() => listRef.current?.focus());

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[list.at];
    if (isMenuKey(event) && row) return openMenu(menuOf(row), event, document.getElementById(`${id}-${list.at}`));
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step !== undefined) virtual.scrollToIndex(list.move(step), { align: "auto" });
    else if (event.key === "ArrowRight" && row?.kind === "project") toggle(row.project.id, true);
    else if (event.key === "ArrowLeft" && row && row.kind !== "heading") {
      toggle(row.project.id, false);
      list.setActive(row.project.id);
    } else if ((event.key === "Enter" || event.key === " ") && row) list.choose(row);
    // Typing in the list begins another search: the first letter takes the place of the last one.
    else if (event.key.length === 1 && event.key !== "/") return searchRef.current?.select();
    else return;
    event.preventDefault();
  }

  function onSearchKey(event: KeyboardEvent) {
    if (event.key === "Escape" && query !== "") {
      list.setQuery("");
      event.stopPropagation();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      const first = firstFound(rows, event.key === "Enter" ? query : "");
      if (!first) return;
      listRef.current?.focus();
      if (event.key === "Enter") list.choose(first);
      else list.setActive(first.key);
    }
  }

  return (
    <section className={css.pane} aria-labelledby={`${id}-title`} data-pane="projects">
      <div className={css.head}>
        <h2 className="fd-page" id={`${id}-title`}>
          {t("projects.title")}
        </h2>
        <span className="fd-small fd-ink3">
          {query === ""
            ? formats.number(list.total)
            : t("projects.someOf", { some: formats.number(list.found), all: formats.number(list.total) })}
        </span>
      </div>
      <div className={css.search}>
        <Icon name="search" size={15} />
        <input
          ref={searchRef}
          aria-label={t("projects.search")}
          data-search="projects"
          onChange={(event) => list.setQuery(event.currentTarget.value)}
          onKeyDown={onSearchKey}
          placeholder={t("projects.search")}
          spellCheck={false}
          type="text"
          value={query}
        />
        {query !== "" && (
          <button aria-label={t("projects.clear")} onClick={() => list.setQuery("")} type="button">
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      <Unlisted list={list} />
      <ListProblem query={list.projects} empty={list.total === 0} found={rows.length} searched={query} />
      <div
        ref={listRef}
        aria-activedescendant={active === null || list.at < 0 ? undefined : `${id}-${list.at}`}
        aria-label={t("projects.title")}
        className={css.list}
        data-drop-scroll
        onFocus={() => list.at < 0 && list.move(1)}
        onKeyDown={(event) => {
          unfollow();
          onKeyDown(event);
        }}
        onPointerDown={unfollow}
        onWheel={unfollow}
        role="tree"
        tabIndex={0}
      >
        <div role="none" style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const place = { height: item.size, transform: `translateY(${item.start}px)` };
            const shown =
              target !== null &&
              row.kind !== "heading" &&
              rowTarget(row) !== null &&
              sameTarget(target, rowTarget(row) as Target);
            return (
              <ProjectListRow
                key={item.key}
                active={row.key === active}
                id={`${id}-${item.index}`}
                onChoose={() => list.choose(row)}
                onMenu={(event) => openMenu(menuOf(row), event)}
                onToggle={(project) => toggle(project)}
                place={place}
                row={row}
                shown={shown}
              />
            );
          })}
        </div>
      </div>
      {menu}
    </section>
  );
}

/** What the lists cannot show, of projects and of the work orders of those that are open. */
function Unlisted({ list: { projects, unlisted } }: { list: ReturnType<typeof useProjectList> }) {
  const left = projects.data?.leftOut;
  if ((left === undefined || left.count === 0) && unlisted.length === 0) return null;
  return (
    <div className={css.problem}>
      {left === undefined ? null : <UnlistedNote records={left} what="project" />}
      {unlisted.map(({ id, records }) => (
        <UnlistedNote key={id} records={records} what="workOrder" />
      ))}
    </div>
  );
}
