/** Keeps the checkboxes of one grid and the selection equal: ticks go in as changes, the selection is drawn whole. */

import type { GridApi, IRowNode } from "ag-grid-community";
import type { Selection } from "../selection";
import type { Handle } from "./handles";

type Api = Pick<GridApi<Handle>, "forEachNode" | "getRowNode" | "getSelectedNodes" | "setNodesSelected">;

export type Ticks = { take: () => void; draw: () => void };

export function keepTicks(api: () => Api | null, { tick, useTicked }: Pick<Selection, "tick" | "useTicked">): Ticks {
  /** The nodes that were ticked at the last exchange. A node that was replaced since then was not unticked. */
  let known = new Map<string, IRowNode<Handle>>();
  const tickedIn = (grid: Api) =>
    new Map(
      grid.getSelectedNodes().flatMap((node) => (node.data === undefined ? [] : [[node.data.id, node] as const])),
    );
  /** Takes over what was clicked since the last exchange; the grid reports it a moment later than a key is heard. */
  const take = () => {
    const grid = api();
    if (grid === null) return;
    const now = tickedIn(grid);
    const on = [...now.keys()].filter((id) => !known.has(id));
    const off = [...known].flatMap(([id, node]) => (!now.has(id) && grid.getRowNode(id) === node ? [id] : []));
    known = now;
    if (on.length + off.length > 0) tick(on, off);
  };
  /** Draws the selection: what a new grid, a new row or another part of the screen changed. */
  const draw = () => {
    const grid = api();
    if (grid === null) return;
    take();
    const { ids } = useTicked.getState();
    const on: IRowNode<Handle>[] = [];
    const off: IRowNode<Handle>[] = [];
    grid.forEachNode((node) => {
      const wanted = ids.has(node.data?.id ?? "");
      if (wanted !== (node.isSelected() === true)) (wanted ? on : off).push(node);
    });
    if (on.length > 0) grid.setNodesSelected({ nodes: on, newValue: true, source: "api" });
    if (off.length > 0) grid.setNodesSelected({ nodes: off, newValue: false, source: "api" });
    known = tickedIn(grid);
  };
  return { take, draw };
}
