/**
 * What happened, newest first, under the day on which it was. Only what is in sight is drawn.
 *
 * Not among the parts of `index.ts`: what only some screens need is not loaded with the first.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { beginsDay, dayWords } from "../by-day";
import { useFormats } from "../use-formats";
import css from "./day-list.module.css";

/** Pixels that a row takes before it was measured. */
const ROW = 49;

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string | number;
  /** What stands in the row of an item: its time first. */
  row: (item: T) => ReactNode;
  /** What stands after the last. */
  foot?: ReactNode;
  /** Told how many of the items wait to be shown: what is counted beside the list counts what it shows. */
  onNewer?: (count: number) => void;
};

export function DayList<T extends { at: string }>({ items: all, keyOf, row, foot = null, onNewer }: Props<T>) {
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  /** The first row since the pointer came. What comes in above it waits until the pointer goes: a click meets its row. */
  const [first, setFirst] = useState<string | number | null>(null);
  const held = first === null ? 0 : all.findIndex((item) => keyOf(item) === first);
  const newer = Math.max(0, held);
  const items = newer > 0 ? all.slice(newer) : all;
  useEffect(() => {
    onNewer?.(newer);
    return () => onNewer?.(0);
  }, [newer, onNewer]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (at) => keyOf(items[at] as T),
    overscan: 8,
  });
  return (
    <div
      className={css.days}
      onPointerEnter={() => setFirst(all[0] === undefined ? null : keyOf(all[0]))}
      onPointerLeave={() => setFirst(null)}
      ref={box}
    >
      <ol className={css.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              aria-posinset={index + 1}
              aria-setsize={items.length}
              data-index={index}
              key={key}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start}px)` }}
            >
              {beginsDay(items, index) ? <h2 className={css.day}>{dayWords(formats.moment(item.at))}</h2> : null}
              <div className={css.row}>{row(item)}</div>
            </li>
          );
        })}
      </ol>
      {foot}
    </div>
  );
}
