/** The columns as AG Grid wants them: own sort, own edit, classes by what a cell has to say. */

import type { ColDef } from "ag-grid-community";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OddValue } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { wordOf } from "../../../shared/fields";
import { type Draw, DrawnCell } from "../../../shared/records/grid/DrawnCell";
import { markedCell, oddCell, plain } from "../../../shared/records/grid/elements";
import type { Handle } from "../../../shared/records/grid/handles";
import { columnDef, type KeyHandler } from "../../../shared/records/grid/RecordGrid";
import { isRanged } from "../../../shared/records/grid/rectangle";
import { useWindowWidth } from "../../../shared/records/grid/use-window-width";
import { sortedBy } from "../../../shared/records/sort";
import { useOddWords } from "../../../shared/records/use-odd-words";
import { useFormats } from "../../../shared/use-formats";
import { useFuelWords } from "../actions/use-fuel-words";
import { editsIn, markOf, shownMachine } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import { useLongest } from "../fleet/use-longest";
import { useShowing } from "../fleet/use-showing";
import { setView, useView } from "../fleet/view";
import { type Column, type ColumnName, columnOf, isNumeric } from "../model/fields";
import { isDue } from "../model/filters";
import { oddIn, readCell } from "../model/odd";
import type { Showing } from "../model/show";
import { isBlocked, isEquipment, text } from "../model/types";
import {
  type CellWords,
  checkInCell,
  drawn,
  fuelCell,
  lowerCell,
  messageCell,
  nameCell,
  numberCell,
  typeCell,
} from "./cells";
import { Editor } from "./Editor";
import { leastWidth } from "./widths";

/** What a cell says: the text that was not understood stands there until it is mended. */
export function textOf(id: string, column: ColumnName, to: Showing): string {
  const machine = shownMachine(id);
  if (machine === undefined) return "";
  const bad = editsIn(id, column).find((edit) => edit.text !== null);
  return bad?.text ?? readCell(column, machine, to);
}

/** The odd values that a cell shows: none where what was typed stands in it. */
export function oddsOf(id: string, column: ColumnName): readonly OddValue[] {
  const machine = shownMachine(id);
  if (machine === undefined || editsIn(id, column).some((edit) => edit.text !== null)) return [];
  return oddIn(machine, column);
}

export function useColumns(
  readOnly: boolean,
  onSwitch: (id: string) => void,
  onKey: KeyHandler,
  onMenu: (id: string, x: number, y: number) => void,
): ColDef<Handle, string>[] {
  const { t } = useTranslation(["machines", "records"]);
  const order = useView((view) => view.order);
  const sort = useView((view) => view.sort);
  const to = useShowing();
  const formats = useFormats();
  const oddWords = useOddWords();
  const fuelWords = useFuelWords();
  const scale = useAppState().settings.textSizePercent / 100;
  const windowWidth = useWindowWidth();
  const longest = useLongest();
  return useMemo(() => {
    const words: CellWords = {
      blocked: wordOf("blockCheckIn", true),
      open: wordOf("blockCheckIn", false),
      noCheckIn: t("cell.noCheckIn"),
      equipmentWhy: t("cell.equipmentWhy"),
      block: (number) => t("cell.block", { number }),
      release: (number) => t("cell.unblock", { number }),
      fold: (number) => t("cell.fold", { number }),
      unfold: (number) => t("cell.unfold", { number }),
      due: t("cell.due"),
      noFuel: t("cell.noFuel"),
      waits: t("cell.waits"),
      planned: (at) => t("unblock.row", { at: formats.clock(at) }),
      more: (number) => t("cell.more", { number }),
    };
    const draws: Partial<Record<ColumnName, Draw>> = {
      machineNumber: ({ id, depth, children }, shown) => {
        const folded = useView.getState().folded.has(id);
        return numberCell(shown, { depth, children, folded }, words, () => toggleFold(id));
      },
      name: ({ id }, shown) =>
        nameCell(shown, text(shownMachine(id)?.machineNumber), words, (x, y) => onMenu(id, x, y)),
      blockCheckIn: ({ id }, shown) => {
        const machine = shownMachine(id);
        if (machine === undefined) return document.createElement("span");
        if (editsIn(id, "blockCheckIn").some((edit) => edit.text !== null)) return plain(shown);
        const waits = machine.acting !== null || useFleet.getState().optimistic.has(id);
        const odd = oddsOf(id, "blockCheckIn");
        const raw = odd.length === 0 ? null : oddCell(shown, t("records:unreadable.label"), odd.map(oddWords));
        const planned = useFleet.getState().planned.get(id);
        return checkInCell(machine, waits, planned, !readOnly, words, () => onSwitch(id), raw);
      },
      blockCheckInMessage: (_, shown) => messageCell(shown),
      typeId: ({ id }, shown) => typeCell(shown, shownMachine(id), wordOf("isEquipment", true)),
      serviceDate: ({ id }, shown) => {
        const machine = shownMachine(id);
        // Of a date that is not understood, nothing is known.
        const isRead = markOf(id, "serviceDate") !== "problem";
        return markedCell(shown, isRead && machine !== undefined && isDue(machine, new Date()) ? words.due : null);
      },
      fuel: ({ id }, shown) => {
        const machine = shownMachine(id);
        return machine === undefined ? document.createElement("span") : fuelCell(shown, fuelWords(machine), words);
      },
    };
    const drawOdd =
      (name: ColumnName): Draw =>
      ({ id }, shown) =>
        oddCell(shown, t("records:unreadable.label"), oddsOf(id, name).map(oddWords));
    const drawLower: Draw = (_, shown) => lowerCell(shown, t("records:import.falls"));
    const { widths } = useView.getState();
    const least = ({ name, width }: Column) =>
      leastWidth(name, width, { scale, windowWidth }, sort.column === name, {
        title: t(`column.${name}`),
        date: to.date("2028-10-28"),
        due: words.due,
        noCheckIn: words.noCheckIn,
        longest,
      });
    return order.map((name, at): ColDef<Handle, string> => {
      const column = columnOf(name);
      const draw = draws[name];
      return {
        ...columnDef(
          {
            name,
            title: t(`column.${name}`),
            least: least(column),
            share: column.share ?? 1,
            pinned: column.pinned === true,
          },
          { sort, width: widths[name], onSort: () => sortBy(name) },
        ),
        type: isNumeric(column) ? "right" : [],
        valueGetter: ({ data }) => (data === undefined ? "" : textOf(data.id, name, to)),
        editable: ({ data }) => data !== undefined && canEdit(data.id, name, readOnly),
        cellEditor: Editor,
        cellEditorParams: { name },
        suppressKeyboardEvent: onKey,
        cellClassRules: {
          "fd-changed": ({ data }) => data !== undefined && markOf(data.id, name) === "changed",
          "fd-refused": ({ data }) =>
            data !== undefined && ["problem", "refused"].includes(markOf(data.id, name) ?? ""),
          "fd-meanwhile": ({ data }) => data !== undefined && markOf(data.id, name) === "meanwhile",
          "fd-quiet": ({ data }) => isQuiet(data),
          "fd-ranged": (params) => isRanged(params, at, useView.getState().range),
        },
        cellRendererSelector: ({ data }) => {
          // Check-in is switched where it stands, whatever the server sent.
          const odd = name !== "blockCheckIn" && data !== undefined && oddsOf(data.id, name).length > 0;
          const lower = data !== undefined && editsIn(data.id, name).some(({ falls }) => falls);
          const by = odd ? drawOdd(name) : lower ? drawLower : drawn.has(name) ? draw : undefined;
          return by === undefined ? undefined : { component: DrawnCell, params: { draw: by } };
        },
      };
    });
  }, [
    order,
    sort,
    to,
    t,
    formats,
    oddWords,
    fuelWords,
    scale,
    windowWidth,
    longest,
    readOnly,
    onSwitch,
    onKey,
    onMenu,
  ]);
}

/** A column is sorted by a click on its head, and the other way round by the next. */
export function sortBy(column: ColumnName): void {
  setView(({ sort }) => ({ sort: sortedBy(sort, column) }));
}

export function toggleFold(id: string): void {
  setView(({ folded }) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    return { folded: next };
  });
}

/** Check-in and fuel have their own ways to be changed; the rest is typed. */
function canEdit(id: string, name: ColumnName, readOnly: boolean): boolean {
  const column = columnOf(name);
  if (readOnly || column.readOnly || name === "blockCheckIn" || name === "fuel") return false;
  const machine = shownMachine(id);
  return machine !== undefined && !(column.machinesOnly && isEquipment(machine));
}

function isQuiet(data: Handle | undefined): boolean {
  const machine = data === undefined ? undefined : shownMachine(data.id);
  return machine !== undefined && machine.active !== true;
}

export function isHatched(data: Handle | undefined): boolean {
  const machine = data === undefined ? undefined : shownMachine(data.id);
  return machine !== undefined && isBlocked(machine);
}
