/** The state of the project list: what is searched, what is open, where the keyboard stands. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Project, Target } from "../../../ipc";
import { useKnownWorkOrders, useOpenWorkOrders, useProjects } from "../queries";
import { useDesk } from "../store";
import { groupWorkOrders, indexProjects, nextRow, type ProjectRow, projectRows } from "./model";

const NO_PROJECTS: Project[] = [];

export function useProjectList(show: (target: Target) => void) {
  const projects = useProjects();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);

  const list = useStillWhileDragging(projects.data?.projects ?? NO_PROJECTS);
  const index = useMemo(() => indexProjects(list), [list]);
  const { groups: workOrders, unlisted } = useWorkOrderGroups(open);
  // Typing stays ahead of the list: with thousands of rows the field must not wait for them.
  const searched = useDeferredValue(query);
  const rows = useMemo(
    () => projectRows(index, { workOrders, open, unfolded, query: searched }),
    [index, workOrders, open, unfolded, searched],
  );
  const found = useMemo(() => rows.filter((row) => row.kind === "project").length, [rows]);

  const toggle = useCallback((id: string, wanted?: boolean) => {
    setOpen((before) => {
      const next = new Set(before);
      if (wanted ?? !before.has(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const unfold = useCallback((id: string) => setUnfolded((before) => new Set(before).add(id)), []);

  // Whatever showed the page (a click, the palette, the start), its project is open in the list.
  const shown = useDesk((state) => state.target?.project ?? null);
  const shownOrder = useDesk((state) => state.target?.workOrder ?? null);
  useEffect(() => {
    if (shown !== null) toggle(shown, true);
  }, [shown, toggle]);

  // The keyboard stands on it too. What the list itself did not show is kept in view until somebody moves in the list:
  // its work orders are read, and it moves to the recent ones, only a moment later.
  const [followed, setFollowed] = useState<string | null>(null);
  const standing = useRef(active);
  standing.current = active;
  useEffect(() => {
    const key = shown === null ? null : shownOrder === null ? shown : `${shown}/${shownOrder}`;
    setFollowed(key === standing.current ? null : key);
    if (key !== null) setActive(key);
  }, [shown, shownOrder]);
  const unfollow = useCallback(() => setFollowed(null), []);
  const isFolded =
    followed !== null && !rows.some((row) => row.key === followed) && rows.some((row) => row.key === `${shown}/more`);
  useEffect(() => {
    if (isFolded && shown !== null) unfold(shown);
  }, [isFolded, shown, unfold]);

  const choose = useCallback(
    (row: ProjectRow) => {
      setActive(row.key);
      if (row.kind === "more") unfold(row.project.id);
      if (row.kind === "workOrder") show({ project: row.project.id, workOrder: row.workOrder.id });
      if (row.kind !== "project") return;
      show({ project: row.project.id, workOrder: null });
      toggle(row.project.id, true);
    },
    [show, toggle, unfold],
  );

  const at = rows.findIndex((row) => row.key === active);
  const move = useCallback(
    (steps: number) => {
      const to = nextRow(rows, at < 0 ? (steps > 0 ? -1 : rows.length) : at, steps);
      const row = rows[to];
      if (row) setActive(row.key);
      return to;
    },
    [rows, at],
  );

  return {
    projects,
    unlisted,
    total: list.length,
    rows,
    found,
    query,
    setQuery,
    active,
    at,
    setActive,
    choose,
    move,
    toggle,
    followedAt: followed === null ? -1 : rows.findIndex((row) => row.key === followed),
    unfollow,
  };
}

/** Work orders by project: those known from before, and the newer lists of the projects that are open. */
function useWorkOrderGroups(open: ReadonlySet<string>) {
  const known = useKnownWorkOrders().data;
  const ids = useMemo(() => [...open], [open]);
  const read = useOpenWorkOrders(ids);
  return useMemo(() => {
    const groups = groupWorkOrders(known ?? []);
    ids.forEach((id, at) => {
      const list = read[at]?.workOrders;
      if (list) groups.set(id, groupWorkOrders(list).get(id) ?? []);
    });
    const unlisted = ids.flatMap((id, at) => {
      const records = read[at]?.leftOut;
      return records === undefined || records.count === 0 ? [] : [{ id, records }];
    });
    return { groups, unlisted };
  }, [known, ids, read]);
}

/** The projects as they stood when a drag came over the window: what is under the pointer stays there until the drop. */
function useStillWhileDragging(now: Project[]): Project[] {
  const isDragging = useDesk((state) => state.drag !== null);
  const shown = useRef(now);
  if (!isDragging || shown.current.length === 0) shown.current = now;
  return shown.current;
}
