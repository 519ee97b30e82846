/** Documents: the projects left, the page of the chosen one right; a drop plan takes the place of both. */

import { useEffect, useRef } from "react";
import { useFocusHome } from "../../shared/focus-home";
import { useShortcut } from "../../shared/keyboard";
import { PagePane } from "./page/PagePane";
import { PlanPage } from "./plan/PlanPage";
import { ProjectList } from "./projects/ProjectList";
import { useNoteUsed } from "./projects/use-note-used";
import { useProjects, useReadOnlyKnown } from "./queries";
import css from "./screen.module.css";
import { useDesk } from "./store";

export function DocumentsScreen() {
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const plan = useDesk((state) => state.plan);
  const show = useDesk((state) => state.show);
  useFirstPage();
  useReadOnlyKnown();
  useNoteUsed();

  const turnPane = () => {
    if (list.current?.contains(document.activeElement) || document.activeElement === search.current)
      table.current?.focus();
    else list.current?.focus();
  };
  // An empty project has no table.
  useFocusHome(screen, () => (table.current ?? list.current)?.focus());
  // Who comes here types a number next: the list takes the focus from what led here, and from nothing else.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement.matches("body, main, nav *")) list.current?.focus();
  }, []);
  useShortcut("documents", () => list.current?.focus(), plan === null);
  useShortcut("nextPane", turnPane, plan === null);
  useShortcut("previousPane", turnPane, plan === null);

  return (
    <div className={css.screen} ref={screen}>
      <div className={css.screen} hidden={plan !== null}>
        <ProjectList listRef={list} onShow={show} searchRef={search} />
        <PagePane listRef={list} searchRef={search} tableRef={table} />
      </div>
      {plan === null ? null : <PlanPage key={plan.planId} plan={plan} />}
    </div>
  );
}

/** Opens on the project used last. */
function useFirstPage(): void {
  const { target, show } = useDesk();
  const projects = useProjects().data?.projects;
  useEffect(() => {
    if (target !== null || !projects) return;
    const used = projects.filter((project) => project.usedAt !== null);
    used.sort((a, b) => (b.usedAt ?? "").localeCompare(a.usedAt ?? ""));
    if (used[0]) show({ project: used[0].id, workOrder: null });
  }, [target, projects, show]);
}
