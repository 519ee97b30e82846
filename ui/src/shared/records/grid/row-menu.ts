/** The row menu: where it stands, and which records it is about. One is open at a time. */

import { create } from "zustand";

export type RowMenuAt = { readonly x: number; readonly y: number; readonly ids: readonly string[] };

export const useRowMenu = create<{ at: RowMenuAt | null }>(() => ({ at: null }));

/** Opens it for a row: for the whole selection where the row is in it, else for the row alone. */
export function openRowMenu(chosen: readonly string[], id: string, x: number, y: number): void {
  useRowMenu.setState({ at: { x, y, ids: chosen.includes(id) ? chosen : [id] } });
}

/** Opens it at the cell that a key was pressed in. */
export function openRowMenuAt(target: EventTarget | null, open: (x: number, y: number) => void): void {
  const place = target instanceof Element ? target.closest(".ag-cell")?.getBoundingClientRect() : undefined;
  if (place !== undefined) open(place.left + 12, place.bottom);
}

/** Returns true for a cell in the rectangle that is drawn: then a right click leaves it drawn. */
export function isInDrawn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".fd-ranged") !== null;
}
