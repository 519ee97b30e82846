/** The state of the files table: filter, search, order, folded sections, selection, a section being made. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Page } from "../../../ipc";
import { useTransfers } from "../../transfers/queries";
import { useDesk } from "../store";
import { counts, type Filter, groupPage, hasLongStates, kindsOf, type Sort, successors, tableRows } from "./model";
import { keepShown, nothing, type Selection } from "./selection";

export function useFiles(page: Page | undefined) {
  const leaving = useDesk((state) => state.leaving);
  const transfers = useTransfers().data;
  const [filter, setFilter] = useState<Filter>("all");
  const [query, setQuery] = useState("");
  const [kind, setKind] = useState<string | null>(null);
  const [sort, setSort] = useState<Sort>({ by: "name", down: false });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [newSection, setNewSection] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection>(nothing);

  const groups = useMemo(() => {
    if (!page) return [];
    const sections = page.sections.map((section) => ({
      ...section,
      documents: section.documents.filter((document) => !leaving.has(document.id)),
    }));
    return groupPage({ ...page, sections }, transfers?.items ?? [], transfers?.moreWaiting);
  }, [page, leaving, transfers]);
  const wideStates = useMemo(() => hasLongStates(groups), [groups]);
  const rows = useMemo(
    () => tableRows(groups, { filter, query, kind, folded, newSection, sort }),
    [groups, filter, query, kind, folded, newSection, sort],
  );
  const kinds = useMemo(() => kindsOf(groups), [groups]);
  const numbers = useMemo(() => counts(groups), [groups]);
  const order = useMemo(() => rows.map((row) => row.key), [rows]);
  const selectable = useMemo(
    () => rows.flatMap((row) => (row.kind === "file" && row.row.document ? [row.key] : [])),
    [rows],
  );

  // Rows come and go: what left is not selected any more, and the keyboard stands on the next one.
  const before = useRef({ order, groups });
  useEffect(() => {
    const last = before.current;
    before.current = { order, groups };
    if (last.order === order) return;
    const replacedBy = successors(last.groups, groups);
    // What is being deleted is not replaced, also where a newer one has its name.
    const successor = (key: string) => (leaving.has(key) ? undefined : replacedBy(key));
    setSelection((selected) => keepShown(selected, last.order, order, successor));
  }, [order, groups, leaving]);

  const chosen = useMemo(
    () =>
      rows.flatMap((row) =>
        row.kind === "file" && row.row.document && selection.chosen.has(row.key) ? [row.row] : [],
      ),
    [rows, selection],
  );
  const activeFile = useMemo(() => {
    const row = rows.find((each) => each.key === selection.active);
    return row?.kind === "file" && row.row.document ? row.row : null;
  }, [rows, selection.active]);
  const foldSection = useCallback((section: string, fold?: boolean) => {
    setFolded((last) => {
      const next = new Set(last);
      if (fold ?? !last.has(section)) next.add(section);
      else next.delete(section);
      return next;
    });
  }, []);
  const clearFilters = useCallback(() => {
    setFilter("all");
    setQuery("");
    setKind(null);
  }, []);
  // A link led here to what needs the filter; another one that was set would hide it.
  const beginFilter = useDesk((state) => state.beginFilter);
  const filtered = useDesk((state) => state.filtered);
  useEffect(() => {
    if (beginFilter === null) return;
    clearFilters();
    setFilter(beginFilter);
    filtered();
  }, [beginFilter, clearFilters, filtered]);
  // What *Find anything* found is shown, whatever hides it.
  const reveal = useDesk((state) => state.reveal);
  useEffect(() => {
    const group = groups.find((each) => each.rows.some((row) => row.key === reveal));
    if (reveal === null || group === undefined || order.includes(reveal)) return;
    clearFilters();
    foldSection(group.section, false);
  }, [reveal, groups, order, clearFilters, foldSection]);

  return {
    groups,
    rows,
    order,
    selectable,
    chosen,
    activeFile,
    wideStates,
    kinds,
    kind,
    setKind,
    numbers,
    filter,
    setFilter,
    query,
    setQuery,
    sort,
    setSort,
    foldSection,
    newSection,
    setNewSection,
    selection,
    setSelection,
    clearFilters,
  };
}

export type Files = ReturnType<typeof useFiles>;
