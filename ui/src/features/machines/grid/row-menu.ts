/** The row menu: where it stands, and which machines it is about. */

import { create } from "zustand";
import { useView } from "../fleet/view";

export type RowMenuAt = { readonly x: number; readonly y: number; readonly ids: readonly string[] };

export const useRowMenu = create<{ at: RowMenuAt | null }>(() => ({ at: null }));

/** Opens it for a row: for the whole selection where the row is in it, else for the row alone. */
export function openRowMenu(chosen: readonly string[], id: string, x: number, y: number): void {
  useRowMenu.setState({ at: { x, y, ids: chosen.includes(id) ? chosen : [id] } });
}

/** The row and the column of an element inside the grid. */
export function placeOf(target: EventTarget | null): { id: string; column: string | null } | null {
  if (!(target instanceof Element)) return null;
  const id = target.closest("[row-id]")?.getAttribute("row-id") ?? null;
  return id === null ? null : { id, column: target.closest("[col-id]")?.getAttribute("col-id") ?? null };
}

/** Whether the cell under the pointer lies in the rectangle that is drawn: then a right click leaves it drawn. */
export function isInDrawn(target: EventTarget | null): boolean {
  const { range } = useView.getState();
  return range !== null && target instanceof Element && target.closest(".fd-ranged") !== null;
}
