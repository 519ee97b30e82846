/** Follows the drag: what is under the pointer, opening by resting, scrolling at the edges, the drop. */

import { useEffect, useRef } from "react";
import { useBridgeEvent } from "../../../ipc";
import { handDrop } from "../../../shared/drops";
import { usePlanActs } from "../mutations";
import { useDesk } from "../store";
import { type DropTarget, edgeScroll, hit, under } from "./model";

/** How long a drag rests on a project before it opens. */
export const REST_MS = 600;

export function useDrag(onDocuments: () => void): void {
  const { setDrag, openForDrag, show, readOnly } = useDesk();
  const { plan } = usePlanActs();
  const hot = useRef<Element | null>(null);
  const rest = useRef<{ project: string; timer: number } | null>(null);
  const pointer = useRef<{ x: number; y: number } | null>(null);

  const heat = (element: Element | null) => {
    if (hot.current === element) return;
    hot.current?.removeAttribute("data-drop-hot");
    element?.setAttribute("data-drop-hot", "");
    hot.current = element;
  };
  const restOn = (element: Element | null) => {
    const project = element?.closest("[data-drop-hover]")?.getAttribute("data-drop-hover") ?? null;
    if (project === (rest.current?.project ?? null)) return;
    if (rest.current) window.clearTimeout(rest.current.timer);
    rest.current = null;
    if (project === null) return;
    const open = () => {
      openForDrag(project);
      show({ project: project, workOrder: null });
    };
    rest.current = { project, timer: window.setTimeout(open, REST_MS) };
  };
  const end = () => {
    heat(null);
    restOn(null);
    pointer.current = null;
    openForDrag(null);
    setDrag(null);
    delete document.documentElement.dataset.dragging;
  };

  useBridgeEvent("dragMoved", (moved) => {
    const drag = { ...moved, x: moved.x ?? 0, y: moved.y ?? 0 };
    document.documentElement.dataset.dragging = readOnly ? "refused" : "";
    pointer.current = drag;
    const found = hit(document, drag.x, drag.y);
    heat(found?.element ?? null);
    restOn(found?.element ?? null);
    setDrag({ ...drag, over: found?.target ?? null });
  });
  useBridgeEvent("dragLeft", end);
  useBridgeEvent("dragDropped", ({ dropId, files, folders, x, y }) => {
    const over: DropTarget | null = hit(document, x ?? 0, y ?? 0)?.target ?? null;
    end();
    const planIt = () => {
      if (readOnly) return;
      onDocuments();
      if (over) show(over.target);
      plan(dropId, over?.target ?? null, over?.section ?? null).catch(() => {});
    };
    if (!handDrop({ dropId, files, folders }, planIt)) planIt();
  });

  // A pointer that stands still sends no events, but a list at whose edge it stands goes on scrolling.
  const dragging = useDesk((state) => state.drag !== null);
  useEffect(() => {
    if (!dragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const at = pointer.current;
      const list = at && under(document, at.x, at.y)?.closest("[data-drop-scroll]");
      if (at && list) {
        const { top, bottom } = list.getBoundingClientRect();
        list.scrollTop += edgeScroll(at.y, top, bottom);
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [dragging]);

  // The window can be taken away in the middle of a drag: nothing may stay faded.
  const ending = useRef(end);
  useEffect(() => {
    ending.current = end;
  });
  useEffect(() => () => ending.current(), []);
}
