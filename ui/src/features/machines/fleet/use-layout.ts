/** Columns, widths and own views are kept by the desktop side for the next start. */

import { useEffect } from "react";
import { useBridge } from "../../../ipc";
import { layoutText, takeLayout, useView } from "./view";

/** Dragging a column's edge is many changes; one is kept. */
const quietMs = 600;

export function useLayout(): void {
  const bridge = useBridge();
  useEffect(() => {
    let kept = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ready = false;
    const save = () => {
      clearTimeout(timer);
      const text = layoutText();
      if (!ready || text === kept) return;
      kept = text;
      // Not keeping a column's width is no reason to disturb anybody; it is tried again at the next change.
      bridge.saveMachineLayout(text).catch(() => {});
    };
    // Read once: a screen that opens after another must not take back what that one just changed.
    const read = useView.getState().taken ? Promise.resolve() : bridge.machineLayout().then(takeLayout);
    read
      .then(() => {
        kept = layoutText();
      })
      .catch(() => {})
      .finally(() => {
        ready = true;
      });
    const stop = useView.subscribe((now, before) => {
      if (
        now.order === before.order &&
        now.widths === before.widths &&
        now.ownViews === before.ownViews &&
        now.imports === before.imports
      )
        return;
      clearTimeout(timer);
      timer = setTimeout(save, quietMs);
    });
    return () => {
      stop();
      save();
    };
  }, [bridge]);
}
