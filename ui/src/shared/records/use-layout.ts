/** Layout of a list, kept by the desktop side for the next start. */

import { useEffect } from "react";
import { type Bridge, useBridge } from "../../ipc";

/** Dragging a column's edge is many changes; one is kept. */
const quietMs = 600;

export type KeptLayout<View> = {
  readonly store: { getState: () => View; subscribe: (heard: (now: View, before: View) => void) => () => void };
  /** The parts of the view that are kept. */
  readonly parts: readonly (keyof View)[];
  readonly text: () => string;
  /** Takes what was kept; what this version does not know is left out. */
  readonly take: (text: string | null) => void;
  /** Returns true once it was taken in this window. */
  readonly taken: () => boolean;
  readonly read: (bridge: Bridge) => Promise<string | null>;
  readonly save: (bridge: Bridge, text: string) => Promise<unknown>;
};

/** `layout` is one object for as long as the window lives. */
export function useKeptLayout<View>(layout: KeptLayout<View>): void {
  const bridge = useBridge();
  useEffect(() => {
    let kept = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ready = false;
    const save = () => {
      clearTimeout(timer);
      const text = layout.text();
      if (!ready || text === kept) return;
      kept = text;
      // Not keeping a column's width is no reason to disturb anybody; it is tried again at the next change.
      layout.save(bridge, text).catch(() => {});
    };
    // Read once: a screen that opens after another must not take back what that one just changed.
    const read = layout.taken() ? Promise.resolve() : layout.read(bridge).then(layout.take);
    read
      .then(() => {
        kept = layout.text();
      })
      .catch(() => {})
      .finally(() => {
        ready = true;
      });
    const stop = layout.store.subscribe((now, before) => {
      if (layout.parts.every((part) => now[part] === before[part])) return;
      clearTimeout(timer);
      timer = setTimeout(save, quietMs);
    });
    return () => {
      stop();
      save();
    };
  }, [bridge, layout]);
}

/** The kept text as an object; empty where another version wrote something else. */
export function parsedLayout(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Written by another version: the default columns are better than a screen that does not open.
    return {};
  }
}

/** A kept list; empty where it is none. */
export const keptList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
