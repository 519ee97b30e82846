/** The grid: AG Grid draws and scrolls it, everything that has to do with machines is ours. */

import type {
  CellEditRequestEvent,
  CellFocusedEvent,
  CellMouseDownEvent,
  CellMouseOverEvent,
  GetRowIdParams,
  GridApi,
  IRowNode,
  RowSelectionOptions,
  SelectionColumnDef,
  SuppressKeyboardEventParams,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRowHeight } from "../../../shared/app-state";
import type { Edits } from "../actions/use-edits";
import { shownMachine } from "../fleet/cells";
import { chosenIn, useTicked } from "../fleet/selection";
import { setView, useView } from "../fleet/view";
import { type ColumnName, isColumn } from "../model/fields";
import { editsOf } from "../model/paste";
import type { FleetRow } from "../model/rows";
import { CellNote } from "./CellNote";
import { useClipboard } from "./clipboard";
import "./cells.css";
import css from "./grid.module.css";
import { type Handle, keepHandles } from "./handles";
import { gridTheme } from "./modules";
import { isInDrawn, openRowMenu, placeOf } from "./row-menu";
import { keepTicks } from "./ticks";
import { columnTypes, isHatched, sortBy, useColumns } from "./use-columns";
import { useFocusKept } from "./use-focus-kept";
import { useKeys } from "./use-keys";
import { useRefresh } from "./use-refresh";

export type GridDoor = {
  api: GridApi<Handle> | null;
  fillDown: () => void;
  copy: () => void;
  /** Takes over what was ticked up to now. */
  takeTicks: () => void;
};

type Props = {
  all: readonly FleetRow[];
  shown: readonly FleetRow[];
  readOnly: boolean;
  edits: Edits;
  onSwitch: (id: string) => void;
  door: RefObject<GridDoor>;
};

// Options of the grid that are new at each render would make it filter again.
const always = () => true;
const rowId = ({ data }: GetRowIdParams<Handle>) => data.id;

export function Grid({ all, shown, readOnly, edits, onSwitch, door }: Props) {
  const { t, i18n } = useTranslation("machines");
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const newest = useRef(shown);
  newest.current = shown;
  const shownNow = useCallback(() => newest.current, []);
  const api = useCallback(() => door.current.api, [door]);
  const handles = useMemo(() => keepHandles(), []);
  const rowData = useMemo(() => handles(all), [handles, all]);
  const clipboard = useClipboard(shownNow, edits, readOnly);
  const ticks = useMemo(() => keepTicks(api), [api]);
  const openMenu = useCallback(
    (id: string, x: number, y: number) => {
      ticks.take();
      openRowMenu(chosenIn(newest.current), id, x, y);
    },
    [ticks],
  );
  const { onKey, fillDown } = useKeys({
    shown: shownNow,
    edits,
    clipboard,
    readOnly,
    onSwitch,
    onMenu: openMenu,
    takeTicks: ticks.take,
  });
  // A new column definition would draw every head again: the keys are looked up when one is pressed.
  const keys = useRef(onKey);
  keys.current = onKey;
  const heard = useCallback((params: SuppressKeyboardEventParams<Handle>) => keys.current(params), []);
  const columnDefs = useColumns(readOnly, onSwitch, heard, openMenu);
  useLayoutEffect(() => {
    door.current.fillDown = fillDown;
    door.current.copy = () => void clipboard.copy();
    door.current.takeTicks = ticks.take;
  }, [door, fillDown, clipboard, ticks]);

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter looks at what is shown
  useLayoutEffect(() => door.current.api?.onFilterChanged(), [passed, rowData]);

  useRefresh(api);
  useSortSaid(box);
  const ticked = useTicked(({ ids }) => ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came are drawn as ticked, too
  useLayoutEffect(ticks.draw, [ticks, ticked, rowData]);
  useFocusKept(api, shown);

  const focused = (event: CellFocusedEvent<Handle>) => {
    const column = typeof event.column === "object" ? event.column?.getColId() : event.column;
    const at = useView.getState().order.indexOf((column ?? "") as ColumnName);
    if (event.rowIndex === null || at < 0) return;
    const cell = { row: event.rowIndex, column: at };
    setView({ range: { anchor: cell, focus: cell } });
  };
  /** Shift and a click, or dragging, stretches the rectangle. */
  const stretchTo = (event: CellMouseDownEvent<Handle> | CellMouseOverEvent<Handle>) => {
    const at = useView.getState().order.indexOf(event.column.getColId() as ColumnName);
    const { range } = useView.getState();
    if (event.rowIndex === null || at < 0 || range === null) return;
    setView({ range: { anchor: range.anchor, focus: { row: event.rowIndex, column: at } } });
  };
  const edited = ({ data, column, newValue }: CellEditRequestEvent<Handle, string>) => {
    const machine = shownMachine(data.id);
    const name = column.getColId();
    if (machine === undefined || !isColumn(name)) return;
    void edits.apply(editsOf(machine, name, newValue ?? ""));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the right mouse button on the grid; every key is the grid's own
    <div
      className={css.box}
      data-pane="grid"
      onContextMenu={(event) => {
        const at = placeOf(event.target);
        // An open editor has a text field's own menu; nothing else of the grid shows the browser's.
        if (event.target instanceof HTMLInputElement && event.target.type === "text") return;
        event.preventDefault();
        if (at !== null) openMenu(at.id, event.clientX, event.clientY);
      }}
      onMouseDownCapture={(event) => {
        if (event.button === 2 && isInDrawn(event.target)) event.stopPropagation();
      }}
      ref={box}
    >
      <AgGridReact<Handle>
        animateRows={false}
        columnDefs={columnDefs}
        columnTypes={columnTypes}
        defaultColDef={defaultColumn}
        doesExternalFilterPass={passes}
        enterNavigatesVerticallyAfterEdit
        getRowId={rowId}
        headerHeight={Math.round((rowHeight * 34) / 34)}
        isExternalFilterPresent={always}
        key={i18n.language}
        localeText={localeOf(t)}
        maintainColumnOrder={false}
        onCellEditRequest={edited}
        onCellFocused={focused}
        onCellMouseDown={(event) => {
          if ((event.event as MouseEvent | undefined)?.shiftKey) stretchTo(event);
        }}
        onCellMouseOver={(event) => {
          if ((event.event as MouseEvent | undefined)?.buttons === 1) stretchTo(event);
        }}
        onCellDoubleClicked={({ data, column }) => {
          if (data !== undefined && column.getColId() === "fuel" && !readOnly)
            setView({ panel: { kind: "fuel", ids: [data.id] } });
        }}
        onColumnHeaderClicked={({ column }) => {
          const name = "getColId" in column ? column.getColId() : "";
          if (isColumn(name)) sortBy(name);
        }}
        onColumnMoved={({ finished, api: grid }) => {
          if (finished) setView({ order: displayed(grid) });
        }}
        onColumnResized={({ finished, column, source }) => {
          if (finished && column && source === "uiColumnResized")
            setView(({ widths }) => ({ widths: { ...widths, [column.getColId()]: column.getActualWidth() } }));
        }}
        onGridReady={({ api: grid }) => {
          door.current.api = grid;
          ticks.draw();
          box.current?.querySelector("[role=treegrid],[role=grid]")?.setAttribute("aria-label", t("grid"));
        }}
        onGridSizeChanged={({ api: grid }) => {
          // A panel that opens takes its room from the grid: the cell that it is about stays in sight.
          const focused = grid.getFocusedCell();
          if (focused !== null && !focused.column.isPinned()) grid.ensureColumnVisible(focused.column);
        }}
        onGridPreDestroyed={() => {
          door.current.api = null;
        }}
        onRowDataUpdated={ticks.draw}
        onSelectionChanged={ticks.take}
        readOnlyEdit
        rowData={rowData}
        rowHeight={rowHeight}
        rowSelection={selection}
        selectionColumnDef={selectionColumn}
        stopEditingWhenCellsLoseFocus
        suppressCellFocus={false}
        suppressDragLeaveHidesColumns
        theme={gridTheme}
      />
      <CellNote api={api} box={box} edits={edits} shown={shownNow} />
      <textarea aria-hidden="true" className={css.catcher} ref={clipboard.field} tabIndex={-1} />
    </div>
  );
}

const defaultColumn = { resizable: true, suppressHeaderMenuButton: true };

const selection: RowSelectionOptions<Handle> = {
  mode: "multiRow",
  checkboxes: true,
  headerCheckbox: true,
  selectAll: "filtered",
  enableClickSelection: false,
};

/** The hatched edge stands at the row's left end, before everything else. */
const selectionColumn: SelectionColumnDef = {
  pinned: "left",
  width: 40,
  resizable: false,
  suppressMovable: true,
  cellClassRules: { "fd-blocked": ({ data }) => isHatched(data as Handle | undefined) },
};

function displayed(grid: GridApi<Handle>): ColumnName[] {
  return grid
    .getAllDisplayedColumns()
    .map((column) => column.getColId())
    .filter(isColumn);
}

/** The sorted column says so to a screen reader; the sign in its head says it to everybody else. */
function useSortSaid(box: RefObject<HTMLDivElement | null>): void {
  const sort = useView((view) => view.sort);
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

function localeOf(t: ReturnType<typeof useTranslation<"machines">>["t"]): Record<string, string> {
  return {
    ariaRowToggleSelection: t("aria.toggleRow"),
    ariaRowSelectAll: t("aria.selectAll"),
    ariaHeaderSelection: t("aria.selectAll"),
    ariaChecked: t("aria.checked"),
    ariaUnchecked: t("aria.unchecked"),
    ariaIndeterminate: t("aria.partly"),
    ariaRowSelect: t("aria.toggleRow"),
    ariaRowDeselect: t("aria.toggleRow"),
    noRowsToShow: t("noMatch.title"),
  };
}
