/**
 * A click and the first letter after it mean the same cell. WebKitGTK hands a key on at once, but a click only when it
 * is done with what the mouse did before: on a busy computer the letter comes first, to the cell of before.
 */

import type { GridApi } from "ag-grid-community";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Handle } from "../../../shared/records/grid/handles";
import { placeOf } from "../../../shared/records/grid/rectangle";
import { isLettered } from "../model/fields";

/** Returns the handler of each letter that is typed into a cell. */
export function useOvertaken(
  box: RefObject<HTMLElement | null>,
  api: () => GridApi<Handle> | null,
): (letter: KeyboardEvent) => void {
  const letter = useRef<{ at: number; key: string; cell: ReturnType<typeof placeOf> } | null>(null);
  useEffect(() => {
    const list = box.current;
    const onMouseDown = (event: MouseEvent) => {
      const typed = letter.current;
      letter.current = null;
      const grid = api();
      const cell = placeOf(event.target);
      if (grid === null || typed === null || event.button !== 0 || event.timeStamp >= typed.at) return;
      const rowIndex = cell === null ? null : (grid.getRowNode(cell.id)?.rowIndex ?? null);
      if (rowIndex === null || cell?.column == null) return;
      if (cell.id === typed.cell?.id && cell.column === typed.cell.column) return;
      const editor = list?.querySelector<HTMLInputElement>(".ag-cell-inline-editing input");
      const key = editor?.value ?? typed.key;
      grid.stopEditing(true);
      event.preventDefault();
      event.stopPropagation();
      grid.setFocusedCell(rowIndex, cell.column);
      if (isLettered(cell.column)) grid.startEditingCell({ rowIndex, colKey: cell.column, key });
    };
    list?.addEventListener("mousedown", onMouseDown, true);
    return () => list?.removeEventListener("mousedown", onMouseDown, true);
  }, [box, api]);
  return useCallback((event) => {
    letter.current = { at: event.timeStamp, key: event.key, cell: placeOf(event.target) };
  }, []);
}
