/** The grid: AG Grid draws and scrolls it, everything that has to do with machines is ours. */

import type { CellEditRequestEvent, SelectionColumnDef, SuppressKeyboardEventParams } from "ag-grid-community";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Handle } from "../../../shared/records/grid/handles";
import { type Door, selectionColumn as plainSelection, RecordGrid } from "../../../shared/records/grid/RecordGrid";
import { placeOf, rectangleEvents } from "../../../shared/records/grid/rectangle";
import { isInDrawn, openRowMenu } from "../../../shared/records/grid/row-menu";
import { keepTicks } from "../../../shared/records/grid/ticks";
import { useCurrentRow } from "../../../shared/records/grid/use-current-row";
import { useFocusKept } from "../../../shared/records/grid/use-focus-kept";
import { useRevealed, useRowOfPanel } from "../../../shared/records/grid/use-revealed";
import { useSearchTop } from "../../../shared/records/grid/use-search-top";
import type { Edits } from "../actions/use-edits";
import { shownMachine } from "../fleet/cells";
import { chosenIn, machineSelection } from "../fleet/selection";
import { useFleet } from "../fleet/store";
import { setView, useView } from "../fleet/view";
import { isColumn } from "../model/fields";
import { editsOf } from "../model/paste";
import type { FleetRow } from "../model/rows";
import { usePlannedInRows } from "../releases/use-releases";
import { CellNote } from "./CellNote";
import { useClipboard } from "./clipboard";
import css from "./grid.module.css";
import { isHatched, sortBy, useColumns } from "./use-columns";
import { useKeys } from "./use-keys";
import { useOvertaken } from "./use-overtaken";
import { useRefresh } from "./use-refresh";

const rectangle = rectangleEvents(useView);

export type GridDoor = Door & { fillDown: () => void; copy: () => void };

type Props = {
  all: readonly FleetRow[];
  shown: readonly FleetRow[];
  readOnly: boolean;
  edits: Edits;
  onSwitch: (id: string) => void;
  door: RefObject<GridDoor>;
};

export function Grid({ all, shown, readOnly, edits, onSwitch, door }: Props) {
  const { t } = useTranslation("machines");
  const sort = useView((view) => view.sort);
  const box = useRef<HTMLDivElement>(null);
  const newest = useRef(shown);
  newest.current = shown;
  const shownNow = useCallback(() => newest.current, []);
  const api = useCallback(() => door.current.api, [door]);
  const clipboard = useClipboard(shownNow, edits, readOnly);
  const ticks = useMemo(() => keepTicks(api, machineSelection), [api]);
  const openMenu = useCallback(
    (id: string, x: number, y: number) => {
      ticks.take();
      openRowMenu(chosenIn(newest.current), id, x, y);
    },
    [ticks],
  );
  const onLetter = useOvertaken(box, api);
  const { onKey, fillDown } = useKeys({
    shown: shownNow,
    edits,
    clipboard,
    readOnly,
    onSwitch,
    onMenu: openMenu,
    onLetter,
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
  }, [door, fillDown, clipboard]);

  usePlannedInRows();
  useRefresh(api);
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
    whole: useFleet((fleet) => fleet.whole),
    store: useView,
    column: "machineNumber",
    show: () => setView({ search: "", view: "all", ownView: null, filters: [], folded: new Set() }),
    done: () => setView({ reveal: null }),
  });

  const edited = ({ data, column, newValue }: CellEditRequestEvent<Handle, string>) => {
    const machine = shownMachine(data.id);
    const name = column.getColId();
    if (machine === undefined || !isColumn(name)) return;
    void edits.apply(editsOf(machine, name, newValue ?? ""));
  };

  return (
    <RecordGrid
      all={all}
      box={box}
      columns={columnDefs}
      door={door}
      isColumn={isColumn}
      label={t("grid")}
      more={{
        enterNavigatesVerticallyAfterEdit: true,
        onCellEditRequest: edited,
        ...rectangle,
        onCellDoubleClicked: ({ data, column }) => {
          if (data !== undefined && column.getColId() === "fuel" && !readOnly)
            setView({ panel: { kind: "fuel", ids: [data.id] } });
        },
        readOnlyEdit: true,
        stopEditingWhenCellsLoseFocus: true,
      }}
      nothing={t("noMatch.title")}
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
      onOrder={(order) => setView({ order })}
      onSort={sortBy}
      onWidth={(name, width) => setView(({ widths }) => ({ widths: { ...widths, [name]: width } }))}
      selection={machineSelection}
      selectionColumn={selectionColumn}
      shown={shown}
      sort={sort}
      ticks={ticks}
    >
      <CellNote api={api} box={box} edits={edits} shown={shownNow} />
      <textarea aria-hidden="true" className={css.catcher} ref={clipboard.field} tabIndex={-1} />
    </RecordGrid>
  );
}

/** The hatched edge stands at the row's left end, before everything else. */
const selectionColumn: SelectionColumnDef = {
  ...plainSelection,
  cellClassRules: { "fd-blocked": ({ data }) => isHatched(data as Handle | undefined) },
};
