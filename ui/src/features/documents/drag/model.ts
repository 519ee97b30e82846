/** The target of a drag: the names of targets in the page, the hit test, edge scrolling. Pure. */
import type { Target } from "../../../ipc";

/** A page, or a section of it. */
export type DropTarget = { target: Target; section: string | null };

/** Writes a target as the value of `data-drop-target`. Ids and names come from outside, so they are encoded. */
export function writeTarget({ target, section }: DropTarget): string {
  return [target.project, target.workOrder ?? "", section ?? ""].map(encodeURIComponent).join(":");
}

/** Reads it back; nothing for a value that is not one of ours. */
export function readTarget(value: string | null | undefined): DropTarget | null {
  const [projectId, workOrderId, section, ...rest] = (value ?? "").split(":").map(decoded);
  if (!projectId || section === undefined || rest.length > 0) return null;
  return { target: { project: projectId, workOrder: workOrderId || null }, section: section || null };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

type Root = Pick<Document, "elementsFromPoint">;

/** The element of the page under a point: a toast that covers it for a while takes no drop. */
export function under(root: Root, x: number, y: number): Element | undefined {
  return root.elementsFromPoint(x, y).find((element) => element.closest("[data-drop-through]") === null);
}

/** The element under a point that takes a drop, with its target. */
export function hit(root: Root, x: number, y: number): { element: Element; target: DropTarget } | null {
  const element = under(root, x, y)?.closest("[data-drop-target]") ?? null;
  const target = readTarget(element?.getAttribute("data-drop-target"));
  return element && target ? { element, target } : null;
}

/** How near to an edge of a list scrolling begins, in pixels. */
export const EDGE = 48;

/** Pixels to scroll in one frame for a pointer at `y` in a list from `top` to `bottom`: faster nearer the edge. */
export function edgeScroll(y: number, top: number, bottom: number): number {
  if (y < top || y > bottom || bottom - top < 3 * EDGE) return 0;
  if (y < top + EDGE) return -Math.ceil(((top + EDGE - y) / EDGE) * 14);
  if (y > bottom - EDGE) return Math.ceil(((y - (bottom - EDGE)) / EDGE) * 14);
  return 0;
}

/** Where the label goes: beside the pointer, turned to the other side near the window's right and lower edges. */
export function labelPlace(
  pointer: { x: number; y: number },
  label: { width: number; height: number },
  window: { width: number; height: number },
): { left: number; top: number } {
  const right = pointer.x + 18 + label.width <= window.width - 8;
  const below = pointer.y + 20 + label.height <= window.height - 8;
  const left = right ? pointer.x + 18 : pointer.x - 12 - label.width;
  const top = below ? pointer.y + 20 : pointer.y - 12 - label.height;
  return { left: Math.max(8, left), top: Math.max(8, top) };
}
