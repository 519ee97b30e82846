/** A list of records: AG Grid draws and scrolls it. What is shown, sorted and ticked is decided outside of it. */

import type {
  ColDef,
  FocusGridInnerElementParams,
  GetRowIdParams,
  GridApi,
  IRowNode,
  RowSelectionOptions,
  SelectionColumnDef,
  SuppressKeyboardEventParams,
  TabToNextCellParams,
} from "ag-grid-community";
import { AgGridReact, type AgGridReactProps } from "ag-grid-react";
import {
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import { useRowHeight } from "../../app-state";
import type { Selection } from "../selection";
import type { SortBy } from "../sort";
import "./cells.css";
import css from "./grid.module.css";
import { type Handle, keepHandles } from "./handles";
import { gridTheme } from "./modules";
import type { Ticks } from "./ticks";
import { useHeadClicks } from "./use-head-clicks";

/** Access of the rest of a screen to its grid. */
export type Door = {
  api: GridApi<Handle> | null;
  /** Takes over what was ticked up to now. */
  takeTicks: () => void;
};

/** The keys of a cell: whether one is done, so that the grid does not do its own. */
export type KeyHandler = (params: SuppressKeyboardEventParams<Handle>) => boolean;

type Props<Name extends string> = {
  all: readonly Handle[];
  shown: readonly { readonly id: string }[];
  columns: ColDef<Handle, string>[];
  selection: Selection;
  ticks: Ticks;
  door: RefObject<Door>;
  box: RefObject<HTMLDivElement | null>;
  sort: SortBy<Name>;
  /** Name for screen readers. */
  label: string;
  nothing: string;
  isColumn: (name: string) => name is Name;
  onSort: (name: Name) => void;
  onOrder: (names: Name[]) => void;
  onWidth: (name: string, width: number) => void;
  selectionColumn?: SelectionColumnDef;
  onContextMenu: (event: ReactMouseEvent<HTMLDivElement>) => void;
  onMouseDownCapture?: (event: ReactMouseEvent<HTMLDivElement>) => void;
  /** Further properties of the grid. */
  more?: AgGridReactProps<Handle>;
  children?: ReactNode;
};

// Options of the grid that are new at each render would make it filter again.
const always = () => true;
const rowId = ({ data }: GetRowIdParams<Handle>) => data.id;
/** While a cell is edited Tab goes to the next one, else out of the grid: arrows go through the cells. */
const tabTo = ({ editing, nextCellPosition }: TabToNextCellParams<Handle>) =>
  editing && nextCellPosition !== null ? nextCellPosition : false;
/** Shift Tab comes back to the cell that was left, not to the last of thousands. */
const backIn = ({ api, fromBottom }: FocusGridInnerElementParams<Handle>) => {
  const cell = fromBottom ? (api.getFocusedCell() ?? null) : null;
  if (cell !== null) api.setFocusedCell(cell.rowIndex, cell.column, cell.rowPinned);
  return cell !== null;
};

export function RecordGrid<Name extends string>(props: Props<Name>) {
  const { all, shown, columns, selection, ticks, door, box, sort, isColumn, more, children } = props;
  const { t, i18n } = useTranslation("records");
  const rowHeight = useRowHeight();
  const handles = useMemo(() => keepHandles(), []);
  const rowData = useMemo(() => handles(all), [handles, all]);

  // What is seen is filtered in place: rows that stay keep their elements.
  // A record that changed moves nothing: the grid then has nothing to filter again.
  const passing = useRef<ReadonlySet<string>>(new Set());
  passing.current = useMemo(() => {
    const { current } = passing;
    const same = current.size === shown.length && shown.every(({ id }) => current.has(id));
    return same ? current : new Set(shown.map(({ id }) => id));
  }, [shown]);
  const passes = useCallback(({ data }: IRowNode<Handle>) => data !== undefined && passing.current.has(data.id), []);
  const { current: passed } = passing;
  // As a filter that changed it would end the edit under way: records change while somebody types.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter looks at what is shown
  useLayoutEffect(() => door.current.api?.refreshClientSideRowModel("filter"), [passed, rowData]);

  useSortSaid(box, sort);
  useHeadClicks(box, (name) => isColumn(name) && props.onSort(name));
  const ticked = selection.useTicked(({ ids }) => ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came are drawn as ticked, too
  useLayoutEffect(ticks.draw, [ticks, ticked, rowData]);
  useLayoutEffect(() => {
    door.current.takeTicks = ticks.take;
  }, [door, ticks]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the right mouse button on the grid; every key is the grid's own
    <div
      className={css.box}
      data-pane="grid"
      onContextMenu={props.onContextMenu}
      onMouseDownCapture={props.onMouseDownCapture}
      ref={box}
    >
      <AgGridReact<Handle>
        animateRows={false}
        tabToNextCell={tabTo}
        columnDefs={columns}
        columnTypes={columnTypes}
        defaultColDef={defaultColumn}
        doesExternalFilterPass={passes}
        focusGridInnerElement={backIn}
        getRowId={rowId}
        headerHeight={Math.round((rowHeight * 34) / 34)}
        isExternalFilterPresent={always}
        key={i18n.language}
        localeText={{
          ariaRowToggleSelection: t("aria.toggleRow"),
          ariaRowSelectAll: t("aria.selectAll"),
          ariaHeaderSelection: t("aria.selectAll"),
          ariaChecked: t("aria.checked"),
          ariaUnchecked: t("aria.unchecked"),
          ariaIndeterminate: t("aria.partly"),
          ariaRowSelect: t("aria.toggleRow"),
          ariaRowDeselect: t("aria.toggleRow"),
          noRowsToShow: props.nothing,
        }}
        maintainColumnOrder={false}
        onColumnMoved={({ finished, api }) => {
          if (finished) props.onOrder(displayed(api).filter(isColumn));
        }}
        onColumnResized={({ finished, column, source }) => {
          if (finished && column && source === "uiColumnResized")
            props.onWidth(column.getColId(), column.getActualWidth());
        }}
        onGridReady={({ api }) => {
          door.current.api = api;
          ticks.draw();
          box.current?.querySelector("[role=treegrid],[role=grid]")?.setAttribute("aria-label", props.label);
        }}
        onGridSizeChanged={({ api }) => {
          // A panel that opens takes its room from the grid: the cell that it is about stays in sight.
          // Undefined, not null as its type says, until something had the focus.
          const focused = api.getFocusedCell() ?? null;
          if (focused !== null && !focused.column.isPinned()) api.ensureColumnVisible(focused.column);
        }}
        onGridPreDestroyed={() => {
          door.current.api = null;
        }}
        onRowDataUpdated={ticks.draw}
        onSelectionChanged={ticks.take}
        rowData={rowData}
        rowHeight={rowHeight}
        rowSelection={rowSelection}
        selectionColumnDef={props.selectionColumn ?? selectionColumn}
        suppressCellFocus={false}
        suppressDragLeaveHidesColumns
        // It would follow the place, not the record: what is typed would reach another one (`use-focus-kept.ts`).
        suppressFocusAfterRefresh
        theme={gridTheme}
        {...more}
      />
      {children}
    </div>
  );
}

/** Returns the definition of a column: its head sorts, its width is a person's, its share of the room, or the least. */
export function columnDef(
  { name, title, least, share, pinned }: { name: string; title: string; least: number; share: number; pinned: boolean },
  { sort, width, onSort }: { sort: SortBy<string>; width: number | undefined; onSort: () => void },
): ColDef<Handle, string> {
  return {
    colId: name,
    headerName: sort.column === name ? `${title} ${sort.descending ? "↓" : "↑"}` : title,
    headerTooltip: title,
    // The room is shared among those that scroll; what a person has set stays.
    ...(width !== undefined
      ? { flex: null, width, minWidth: 64 }
      : pinned
        ? { flex: null, width: least, minWidth: 64 }
        : { flex: share, minWidth: least }),
    wrapHeaderText: true,
    // The list comes sorted. The grid's own sort would ask every cell for its text.
    sortable: false,
    suppressHeaderKeyboardEvent: ({ event }) => {
      if (event.key !== "Enter" || event.ctrlKey || event.altKey) return false;
      onSort();
      return true;
    },
    ...(pinned && { pinned: "left" as const, lockPinned: true, lockPosition: "left" as const }),
  };
}

const columnTypes = { right: { cellClass: "fd-right", headerClass: "ag-right-aligned-header" } };

const defaultColumn = { resizable: true, suppressHeaderMenuButton: true };

const rowSelection: RowSelectionOptions<Handle> = {
  mode: "multiRow",
  checkboxes: true,
  headerCheckbox: true,
  selectAll: "filtered",
  enableClickSelection: false,
};

export const selectionColumn: SelectionColumnDef = {
  pinned: "left",
  width: 40,
  resizable: false,
  suppressMovable: true,
};

const displayed = (api: GridApi<Handle>): string[] => api.getAllDisplayedColumns().map((column) => column.getColId());

/** The sorted column says so to a screen reader; the sign in its head says it to everybody else. */
function useSortSaid(box: RefObject<HTMLDivElement | null>, sort: SortBy<string>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const head of box.current?.querySelectorAll("[role=columnheader][col-id]") ?? []) {
        const on = head.getAttribute("col-id") === sort.column;
        if (on) head.setAttribute("aria-sort", sort.descending ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      }
    }, 100);
    return () => clearTimeout(timer);
  }, [box, sort]);
}
