/** Keys of the grid while no cell is edited. */

import type { SuppressKeyboardEventParams } from "ag-grid-community";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { matches } from "../../../shared/keyboard";
import { isMenuKey } from "../../../shared/parts/use-acts-menu";
import type { Handle } from "../../../shared/records/grid/handles";
import { jumpByKey } from "../../../shared/records/grid/jump";
import { boxOf, isSingle, type Range } from "../../../shared/records/grid/range";
import { rangeNow, stretchByKey } from "../../../shared/records/grid/rectangle";
import { openRowMenuAt } from "../../../shared/records/grid/row-menu";
import { tellDone } from "../../../shared/undo/store";
import { stepBack } from "../actions/step-back";
import type { Edits } from "../actions/use-edits";
import { editsIn, shownMachine } from "../fleet/cells";
import { chosenIn, tick, tickOnly } from "../fleet/selection";
import { openPanel, setView, useView } from "../fleet/view";
import { type ColumnName, columnOf, isColumn, isLettered } from "../model/fields";
import { editsOf, placeFill } from "../model/paste";
import type { FleetRow } from "../model/rows";
import type { Machine } from "../model/types";
import { toggleFold } from "./use-columns";

type Clipboard = { copy: () => Promise<void>; catchPaste: () => void };

type Around = {
  shown: () => readonly FleetRow[];
  edits: Edits;
  clipboard: Clipboard;
  readOnly: boolean;
  onSwitch: (id: string) => void;
  onMenu: (id: string, x: number, y: number) => void;
  /** Called with each letter that is typed into a cell. */
  onLetter: (event: KeyboardEvent) => void;
  /** Takes over what was ticked up to now. */
  takeTicks: () => void;
};

export function useKeys({ shown, edits, clipboard, readOnly, onSwitch, onMenu, onLetter, takeTicks }: Around) {
  const { t } = useTranslation("machines");
  const fillDown = useCallback(() => {
    const { range, order } = useView.getState();
    if (readOnly) return;
    if (range === null) return void tellDone(t("fillNeeds"));
    const rows = shown();
    takeTicks();
    const ticked = new Set(chosenIn(rows));
    const box = boxOf(range);
    const columns = order.slice(box.left, box.right + 1);
    // The selected rows, else those of the rectangle.
    const chosen =
      isSingle(range) || box.top === box.bottom
        ? rows.filter(({ id }) => ticked.has(id))
        : rows.slice(box.top, box.bottom + 1);
    const source = rows[range.anchor.row];
    const from = isSingle(range) && source !== undefined && ticked.has(source.id) ? source : chosen[0];
    const all = [from, ...chosen.filter((row) => row !== from)];
    // One row is nothing to fill from or into.
    if (all.length < 2) return void tellDone(t("fillNeeds"));
    const machines = all.flatMap((row): Machine[] => (row === undefined ? [] : [shownMachine(row.id) ?? row.machine]));
    void edits.apply(
      placeFill(machines, columns, (machine, field) => {
        const bad = editsIn(machine.id, field as ColumnName).find(({ text }) => text !== null);
        const text = bad?.text;
        return text == null ? { kind: "value", value: machine[field] ?? null } : { kind: "text", value: text };
      }),
    );
  }, [shown, edits, readOnly, takeTicks, t]);

  // The grid tells of its keys too late to keep the browser from its own: this is asked before the grid does anything.
  const onKey = useCallback(
    ({ event, editing, data, column: of, api }: SuppressKeyboardEventParams<Handle>): boolean => {
      if (editing || data === undefined) return false;
      // The grid asks twice about some keys.
      if (event.defaultPrevented) return true;
      const { key, shiftKey, altKey } = event;
      const ctrl = event.ctrlKey || event.metaKey;
      const letter = key.toLowerCase();
      const { id } = data;
      const column = of.getColId();
      const done = () => {
        event.preventDefault();
        event.stopPropagation();
        return true;
      };
      if (key === "Escape") {
        takeTicks();
        return stepBack() ? done() : false;
      }
      const { order } = useView.getState();
      const range = rangeNow(useView, shown());
      if (isMenuKey(event)) {
        setView({ range });
        openRowMenuAt(event.target, (x, y) => onMenu(id, x, y));
        return done();
      }
      if (stretchByKey(event, api, useView, shown())) return done();
      if (jumpByKey(event, api, useView, shown())) return done();
      if (ctrl && !altKey) {
        if (letter === "c") {
          setView({ range });
          void clipboard.copy();
          return done();
        }
        if (letter === "v" && !shiftKey) {
          // The browser pastes after this, into the field that catches it.
          setView({ range });
          clipboard.catchPaste();
          event.stopPropagation();
          return true;
        }
        if (letter === "d") {
          setView({ range });
          fillDown();
          return done();
        }
        if (letter === "a") {
          tickOnly(shown().map((row) => row.id));
          return done();
        }
        return ["z", "y", "s"].includes(letter);
      }
      if (shiftKey && key === " " && range !== null) {
        const { top, bottom } = boxOf(range);
        const rows = shown().slice(top, bottom + 1);
        tick(rows.map((row) => row.id));
        return done();
      }
      if (altKey) {
        if (key !== "Enter") return false;
        openPanel({ kind: "detail", id });
        return done();
      }
      // With rows selected the letters block and release; without, they are typed into the cell.
      if (letter === "b" || letter === "r") {
        takeTicks();
        if (chosenIn(shown()).length > 0) return true;
      }
      // It goes to the search, here as everywhere; a cell that begins with it is edited first, by Enter or F2.
      if (matches(event, "findSlash")) return true;
      if ((key === "1" || key === "2") && isColumn(column)) {
        const changed = editsIn(id, column).filter((edit) => edit.changed);
        for (const edit of changed) void edits.decide(id, edit.field, key === "1" ? "mine" : "theirs");
        if (changed.length > 0) return done();
      }
      if ((key === "Delete" || key === "Backspace") && range !== null) {
        if (!readOnly) void edits.apply(emptied(range, shown(), order));
        return done();
      }
      if ((key === "+" || key === "-") && column === "machineNumber") {
        if (useView.getState().folded.has(id) === (key === "+")) toggleFold(id);
        return done();
      }
      if (key.length === 1 && key !== " ") {
        onLetter(event);
        return !isLettered(column);
      }
      if (key !== "Enter") return false;
      if (column === "blockCheckIn" && !readOnly) onSwitch(id);
      else if (column === "fuel" && !readOnly) openPanel({ kind: "fuel", ids: [id] });
      else if (isColumn(column) && columnOf(column).readOnly) openPanel({ kind: "detail", id });
      else return false;
      return done();
    },
    [shown, edits, clipboard, readOnly, onSwitch, onMenu, onLetter, takeTicks, fillDown],
  );
  return { onKey, fillDown };
}

/** Delete empties the cells of the rectangle, as far as they can be. */
function emptied(range: Range, shown: readonly FleetRow[], order: readonly ColumnName[]) {
  const { top, bottom, left, right } = boxOf(range);
  const machines = shown.slice(top, bottom + 1).flatMap((row) => shownMachine(row.id) ?? []);
  return machines.flatMap((machine) => order.slice(left, right + 1).flatMap((name) => editsOf(machine, name, "")));
}
