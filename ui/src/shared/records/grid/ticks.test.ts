import type { IRowNode } from "ag-grid-community";
import { beforeEach, expect, it } from "vitest";
import { createSelection } from "../selection";
import type { Handle } from "./handles";
import { keepTicks } from "./ticks";

const selection = createSelection();
const { chosenIn, keepTicked, tick, tickOnly, useTicked } = selection;

/** As much of AG Grid as holds ticks: rows of new data come unticked. */
class FakeGrid {
  nodes = new Map<string, { data: Handle; ticked: boolean; isSelected: () => boolean }>();

  setRows(...ids: string[]): void {
    const before = this.nodes;
    this.nodes = new Map(ids.map((id) => [id, before.get(id) ?? this.node(id)]));
  }

  click(id: string): void {
    const node = this.nodes.get(id);
    if (node !== undefined) node.ticked = !node.ticked;
  }

  ticked(): string[] {
    return [...this.nodes.values()].flatMap((node) => (node.ticked ? [node.data.id] : []));
  }

  api() {
    const as = (node: unknown) => node as IRowNode<Handle>;
    return {
      forEachNode: (each: (node: IRowNode<Handle>, index: number) => void) => {
        for (const [at, node] of [...this.nodes.values()].entries()) each(as(node), at);
      },
      getRowNode: (id: string) => (this.nodes.has(id) ? as(this.nodes.get(id)) : undefined),
      getSelectedNodes: () => [...this.nodes.values()].filter(({ ticked }) => ticked).map(as),
      setNodesSelected: ({ nodes, newValue }: { nodes: IRowNode<Handle>[]; newValue: boolean }) => {
        for (const node of nodes) (node as unknown as { ticked: boolean }).ticked = newValue;
      },
    };
  }

  private node(id: string) {
    const node = { data: { id, depth: 0 as const, children: 0 }, ticked: false, isSelected: () => node.ticked };
    return node;
  }
}

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const chosen = () => [...useTicked.getState().ids];

let grid: FakeGrid;
let ticks: ReturnType<typeof keepTicks>;

beforeEach(() => {
  tickOnly([]);
  grid = new FakeGrid();
  grid.setRows("a", "b", "c");
  ticks = keepTicks(() => grid.api(), selection);
});

it("a tick counts before the grid has reported it", () => {
  grid.click("b");
  ticks.take();
  expect(chosen()).toEqual(["b"]);
  grid.click("b");
  ticks.take();
  expect(chosen()).toEqual([]);
});

it("a new grid, as after another screen, shows what is ticked and unticks nothing", () => {
  tickOnly(["b"]);
  ticks.take();
  expect(chosen()).toEqual(["b"]);
  ticks.draw();
  expect(grid.ticked()).toEqual(["b"]);
});

it("rows that go and come back, as while the list is read again, stay ticked", () => {
  grid.click("b");
  ticks.draw();
  grid.setRows("a");
  ticks.draw();
  grid.setRows("a", "b", "c");
  // A key may be pressed before the new row was drawn.
  ticks.take();
  ticks.draw();
  expect(chosen()).toEqual(["b"]);
  expect(grid.ticked()).toEqual(["b"]);
});

it("what another part of the screen ticks and unticks is drawn; a click that was not reported yet counts, too", () => {
  grid.click("a");
  ticks.draw();
  grid.click("b");
  tickOnly(["c"]);
  ticks.draw();
  expect(new Set(grid.ticked())).toEqual(new Set(["b", "c"]));
  expect(new Set(chosen())).toEqual(new Set(["b", "c"]));
});

it("an act is about what is ticked and shown, in the order in which it is shown", () => {
  tickOnly(["c", "hidden", "a"]);
  expect(chosenIn(rows("a", "b", "c"))).toEqual(["a", "c"]);
  expect(chosenIn(rows("b"))).toEqual([]);
});

it("a machine that is gone is no longer ticked", () => {
  tick(["a", "b"]);
  keepTicked(new Map([["b", 1]]));
  expect(chosen()).toEqual(["b"]);
});
