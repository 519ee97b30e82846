/** Reads what can be pressed and typed into from the accessibility tree of the browser. */

import type { Target } from "./step";

/** A node as the browser tells it. */
export type AxNode = {
  nodeId: string;
  ignored: boolean;
  parentId?: string;
  childIds?: string[];
  backendDOMNodeId?: number;
  role?: { value?: unknown };
  name?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
};

/** A target as it stands on the page. */
export type Part = Target & {
  /** The number of its element. */
  node: number;
  /** The nearest landmark, list, grid or overlay around it. */
  within: string;
  /** Its place among the cells of its row; -1 outside of rows. */
  column: number;
  /** A switch of some kind that is off. */
  off: boolean;
  focused: boolean;
  opens: boolean;
};

const pressable = new Set(
  "button link menuitem menuitemcheckbox menuitemradio tab gridcell checkbox radio switch option treeitem columnheader slider".split(
    " ",
  ),
);
export const fields = new Set("textbox searchbox combobox spinbutton".split(" "));
const around = new Set(
  "navigation main complementary dialog alertdialog menu listbox grid treegrid table region contentinfo tree".split(
    " ",
  ),
);
const rows = new Set(["row", "listitem", "treeitem", "option"]);

export function partsOf(nodes: readonly AxNode[]): Part[] {
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const roleOf = (node: AxNode) => String(node.role?.value ?? "");
  const seen = new Map<string, number>();
  const parts: Part[] = [];
  for (const node of nodes) {
    const role = roleOf(node);
    if (node.ignored || node.backendDOMNodeId === undefined || !(pressable.has(role) || fields.has(role))) continue;
    const property = (name: string) => node.properties?.find((each) => each.name === name)?.value.value;
    const name = String(node.name?.value ?? "")
      .replaceAll(/\s+/g, " ")
      .trim();
    const at = seen.get(`${role} ${name}`) ?? 0;
    seen.set(`${role} ${name}`, at + 1);
    if (property("disabled") === true) continue;
    let [within, column] = ["", -1];
    for (let inner = node, outer = up(inner); outer !== undefined; inner = outer, outer = up(inner)) {
      if (column < 0 && (rows.has(roleOf(outer)) || roleOf(inner) === "gridcell"))
        column = (outer.childIds ?? []).indexOf(inner.nodeId);
      if (around.has(roleOf(outer))) {
        within = roleOf(outer);
        break;
      }
    }
    const off = [property("pressed"), property("checked"), property("selected")].some(
      (value) => `${value}` === "false",
    );
    const [focused, opens] = [property("focused") === true, property("hasPopup") !== undefined];
    parts.push({ role, name, at, node: node.backendDOMNodeId, within, column, off, focused, opens });
  }
  return parts;

  function up(node: AxNode): AxNode | undefined {
    let outer = known.get(node.parentId ?? "");
    while (outer?.ignored) outer = known.get(outer.parentId ?? "");
    return outer;
  }
}

/** Parts that are alike count as one: those of a column, those whose names differ in numbers. */
export function kindOf({ role, name, within, column }: Part): string {
  if (role === "treeitem" || role === "option") return `${role} ${within}`;
  if (column >= 0) return `${role} ${within} column ${column}`;
  return `${role} ${within} ${name.replaceAll(/\d[\d\s.,:]*/g, "#").slice(0, 40)}`;
}

/** A part that lies over the rest and takes the keyboard. */
export const isOver = ({ within }: Part) => ["dialog", "alertdialog", "menu", "listbox"].includes(within);
export const isInGrid = ({ within }: Part) => ["grid", "treegrid", "table"].includes(within);
export const isCell = ({ role }: Part) => role === "gridcell";
export const isBeside = (part: Part) => !isInGrid(part) && !["navigation", "contentinfo"].includes(part.within);
/** A switch among others: a filter, a tab, a saved view. */
export const isFilter = (part: Part) => isBeside(part) && part.off && ["button", "tab", "radio"].includes(part.role);
