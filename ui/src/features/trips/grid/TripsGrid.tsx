/** The trips one by one, in windows over the local store: rows are read as they are scrolled to. */

import {
  CellStyleModule,
  type ColDef,
  type GridApi,
  type IDatasource,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  RowApiModule,
  ScrollApiModule,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type OrderBy, type TripRow, useBridge } from "../../../ipc";
import { useRowHeight } from "../../../shared/app-state";
import { useShortcut } from "../../../shared/keyboard";
import { FailureNote } from "../../../shared/parts";
import { gridTheme } from "../../../shared/records/grid/modules";
import { useCurrentRow } from "../../../shared/records/grid/use-current-row";
import { useHeadClicks } from "../../../shared/records/grid/use-head-clicks";
import { setTripsView, useTripFilter, useTripsView } from "../model/store";
import css from "../trips.module.css";
import "./trips-grid.css";
import { useColumns } from "./use-columns";

ModuleRegistry.registerModules([CellStyleModule, InfiniteRowModelModule, LocaleModule, RowApiModule, ScrollApiModule]);

/** Rows of a window. */
const windowRows = 100;

/** `revision`: changes when other trips are kept. */
export function TripsGrid({ revision }: { revision: number }) {
  const { t, i18n } = useTranslation("trips");
  const bridge = useBridge();
  const filter = useTripFilter();
  const order = useTripsView((view) => view.order);
  const rowHeight = useRowHeight();
  const columns = useColumns();
  const box = useRef<HTMLDivElement>(null);
  const api = useRef<GridApi<TripRow> | null>(null);
  // The row that Enter was pressed on while it was still being read: it opens once it is there.
  const wanted = useRef<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useCurrentRow(
    box,
    useTripsView(({ panel }) => (panel?.kind === "trip" ? panel.id : null)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other trips are read by a source of their own
  const source = useMemo(
    (): IDatasource => ({
      getRows: async ({ startRow, endRow, successCallback, failCallback }) => {
        try {
          const { rows, total } = await bridge.listTrips(filter, order, startRow, endRow - startRow);
          setFailure(null);
          successCallback(rows, total);
        } catch (thrown) {
          // What is read after a failure is another wish.
          wanted.current = null;
          setFailure(failureOf(thrown));
          failCallback();
        }
      },
    }),
    [bridge, filter, order, revision],
  );
  useEffect(() => {
    const heads = box.current?.querySelectorAll("[role=columnheader][col-id]") ?? [];
    for (const head of heads) {
      if (head.getAttribute("col-id") === order.by)
        head.setAttribute("aria-sort", order.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }, [order]);
  const sortBy = (by: string) => {
    if (!isOrder(by)) return;
    setTripsView({ order: { by, descending: order.by === by ? !order.descending : by === "time" } });
  };
  useHeadClicks(box, sortBy);
  const columnDefs = useMemo(
    () =>
      columns.map(
        (column): ColDef<TripRow> => ({
          ...column,
          headerName:
            column.colId === order.by
              ? `${column.headerName} ${order.descending ? "↓" : "↑"}`
              : (column.headerName ?? ""),
        }),
      ),
    [columns, order],
  );
  useShortcut("tripGrid", () => {
    const [column] = api.current?.getAllDisplayedColumns() ?? [];
    if (column === undefined) return;
    const at = api.current?.getFocusedCell()?.rowIndex ?? 0;
    if (at >= (api.current?.getDisplayedRowCount() ?? 0)) return;
    api.current?.ensureIndexVisible(at);
    api.current?.setFocusedCell(at, column);
  });
  const open = (row: TripRow | undefined) => {
    if (row === undefined) return;
    wanted.current = null;
    setTripsView({ panel: { kind: "trip", id: row.id } });
  };
  return (
    <>
      {failure === null ? null : (
        <div className={css.notes}>
          <FailureNote failure={failure} />
        </div>
      )}
      <div className={css.grid} data-pane="grid" ref={box}>
        <AgGridReact<TripRow>
          animateRows={false}
          cacheBlockSize={windowRows}
          columnDefs={columnDefs}
          datasource={source}
          defaultColDef={defaultColumn}
          getRowId={({ data }) => data.id}
          headerHeight={rowHeight}
          key={i18n.language}
          localeText={{ loadingOoo: "…" }}
          maxBlocksInCache={20}
          onCellKeyDown={({ event, data, rowIndex }) => {
            if (!(event instanceof KeyboardEvent)) return;
            wanted.current = event.key === "Enter" && data === undefined ? rowIndex : null;
            if (event.key === "Enter") open(data);
          }}
          onGridReady={({ api: ready }) => {
            api.current = ready;
            box.current?.querySelector("[role=treegrid],[role=grid]")?.setAttribute("aria-label", t("grid.label"));
          }}
          onModelUpdated={({ api: read }) => {
            if (wanted.current !== null) open(read.getDisplayedRowAtIndex(wanted.current)?.data);
          }}
          onRowClicked={({ data }) => open(data)}
          rowHeight={rowHeight}
          rowModelType="infinite"
          suppressDragLeaveHidesColumns
          // The grid would say so before its first rows are read, and only then; that nothing matches is known by the sums.
          suppressNoRowsOverlay
          theme={gridTheme}
        />
      </div>
    </>
  );
}

const defaultColumn: ColDef<TripRow> = {
  resizable: true,
  sortable: false,
  suppressHeaderMenuButton: true,
  suppressMovable: true,
};

const orders: readonly string[] = [
  "time",
  "massType",
  "machine",
  "loadLocation",
  "m3",
  "distance",
  "cycleHours",
] satisfies OrderBy[];

function isOrder(by: string): by is OrderBy {
  return orders.includes(by);
}
