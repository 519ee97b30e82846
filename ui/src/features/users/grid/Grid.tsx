/** The grid of users: a row is opened in its panel, selected rows are disabled and enabled. */

import type { SuppressKeyboardEventParams } from "ag-grid-community";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isMenuKey } from "../../../shared/parts/use-acts-menu";
import type { Handle } from "../../../shared/records/grid/handles";
import { jumpByKey } from "../../../shared/records/grid/jump";
import { type Door, RecordGrid } from "../../../shared/records/grid/RecordGrid";
import { placeOf, rangeNow, rectangleEvents, stretchByKey } from "../../../shared/records/grid/rectangle";
import { isInDrawn, openRowMenu, openRowMenuAt } from "../../../shared/records/grid/row-menu";
import { keepTicks } from "../../../shared/records/grid/ticks";
import { useCopy } from "../../../shared/records/grid/use-copy";
import { useCurrentRow } from "../../../shared/records/grid/use-current-row";
import { useFocusKept } from "../../../shared/records/grid/use-focus-kept";
import { useRevealed, useRowOfPanel } from "../../../shared/records/grid/use-revealed";
import { useSearchTop } from "../../../shared/records/grid/use-search-top";
import { stepBack } from "../actions/step-back";
import { draftCell } from "../model/draft";
import { isColumn } from "../model/fields";
import { chosenIn, tickOnly, userSelection } from "../users/selection";
import { useUsers } from "../users/store";
import type { Rows } from "../users/use-rows";
import { useShowing } from "../users/use-showing";
import { draftOf, openPanel, setView, useView } from "../users/view";
import { sortBy, useColumns } from "./use-columns";

/** What the screen reaches of the grid. */
export type GridDoor = Door & { copy: () => void };

type Props = { rows: Rows; door: RefObject<GridDoor> };

const rectangle = rectangleEvents(useView);

export function Grid({ rows: { all, shown }, door }: Props) {
  const { t } = useTranslation("users");
  const box = useRef<HTMLDivElement>(null);
  const sort = useView((view) => view.sort);
  const api = useCallback(() => door.current.api, [door]);
  const ticks = useMemo(() => keepTicks(api, userSelection), [api]);
  const newest = useRef(shown);
  newest.current = shown;
  const to = useShowing();
  const textOf = useCallback(
    (id: string, column: string) => {
      const user = useUsers.getState().users.get(id);
      return user !== undefined && isColumn(column) ? draftCell(column, user, draftOf(id), to) : "";
    },
    [to],
  );
  const shownNow = useCallback(() => newest.current, []);
  const copy = useCopy(useView, shownNow, textOf);
  useLayoutEffect(() => {
    door.current.copy = () => void copy();
  }, [door, copy]);
  const openMenu = useCallback(
    (id: string, x: number, y: number) => {
      ticks.take();
      openRowMenu(chosenIn(newest.current), id, x, y);
    },
    [ticks],
  );
  const onKey = useCallback(
    ({ event, data, api }: SuppressKeyboardEventParams<Handle>): boolean => {
      if (data === undefined) return false;
      // The grid asks twice about some keys.
      if (event.defaultPrevented) return true;
      const ctrl = event.ctrlKey || event.metaKey;
      const letter = event.key.toLowerCase();
      const done = () => {
        event.preventDefault();
        event.stopPropagation();
        return true;
      };
      if (event.key === "Escape") {
        ticks.take();
        return stepBack() ? done() : false;
      }
      if (isMenuKey(event)) {
        setView({ range: rangeNow(useView, newest.current) });
        openRowMenuAt(event.target, (x, y) => openMenu(data.id, x, y));
        return done();
      }
      if (stretchByKey(event, api, useView, newest.current)) return done();
      if (jumpByKey(event, api, useView, newest.current)) return done();
      if (ctrl && letter === "c" && !event.altKey) {
        setView({ range: rangeNow(useView, newest.current) });
        void copy();
        return done();
      }
      if (event.key === "Enter" && !ctrl) {
        openPanel({ kind: "detail", id: data.id });
        return done();
      }
      if (ctrl && letter === "a") {
        tickOnly(newest.current.map(({ id }) => id));
        return done();
      }
      // What is ticked is known before the letters of the screen act on it.
      if (letter === "d" || letter === "e") ticks.take();
      return false;
    },
    [ticks, copy, openMenu],
  );
  const columns = useColumns(onKey);
  useChangesDrawn(door);
  useFocusKept(useView, api, shown);
  useSearchTop(
    useView,
    api,
    useView((view) => view.search),
    shown,
  );
  const panel = useView(({ panel: now }) => (now?.kind === "detail" ? now.id : null));
  useRowOfPanel(panel, shown, (reveal) => setView({ reveal }));
  useCurrentRow(box, panel);
  useRevealed(api, all, shown, {
    id: useView((view) => view.reveal),
    whole: useUsers((users) => users.whole),
    store: useView,
    column: "employeeNumber",
    show: () => setView({ search: "", view: "all" }),
    done: () => setView({ reveal: null }),
  });
  return (
    <RecordGrid
      all={all}
      box={box}
      columns={columns}
      door={door}
      isColumn={isColumn}
      label={t("grid")}
      more={{
        ...rectangle,
        onCellDoubleClicked: ({ data }) => {
          if (data !== undefined) openPanel({ kind: "detail", id: data.id });
        },
      }}
      nothing={t("noMatch.title")}
      onContextMenu={(event) => {
        const at = placeOf(event.target);
        event.preventDefault();
        if (at !== null) openMenu(at.id, event.clientX, event.clientY);
      }}
      onMouseDownCapture={(event) => {
        if (event.button === 2 && isInDrawn(event.target)) event.stopPropagation();
      }}
      onOrder={(order) => setView({ order })}
      onSort={sortBy}
      onWidth={(name, width) => setView(({ widths }) => ({ widths: { ...widths, [name]: width } }))}
      selection={userSelection}
      shown={shown}
      sort={sort}
      ticks={ticks}
    />
  );
}

/** Draws the cells of users that changed, or whose form did, again, and no others; all where the rectangle moved. */
function useChangesDrawn(door: RefObject<Door>): void {
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        const { api } = door.current;
        if (now.range !== before.range) api?.refreshCells({ force: true, suppressFlash: true });
        if (now.drafts === before.drafts) return;
        const ids = Object.keys({ ...now.drafts, ...before.drafts }).filter(
          (id) => now.drafts[id] !== before.drafts[id],
        );
        refreshRows(api, ids);
      }),
    [door],
  );
  useEffect(
    () =>
      useUsers.subscribe((now, before) => {
        const { api } = door.current;
        if (api === null || now.users === before.users) return;
        refreshRows(
          api,
          [...now.users].flatMap(([id, user]) => (before.users.get(id) === user ? [] : [id])),
        );
      }),
    [door],
  );
}

function refreshRows(api: Door["api"], ids: readonly string[]): void {
  const rowNodes = ids.flatMap((id) => api?.getRowNode(id) ?? []);
  if (rowNodes.length > 0) api?.refreshCells({ force: true, suppressFlash: true, rowNodes });
}

/** Puts the focus on the cell that had it last, or on the first. */
export function focusGrid({ api }: Door): void {
  if (api === null) return;
  const focused = api.getFocusedCell();
  const row = focused?.rowIndex ?? 0;
  api.ensureIndexVisible(row);
  api.setFocusedCell(row, focused?.column ?? "employeeNumber");
}
