/**
 * What happened, newest first, under the day on which it was. Only what is in sight is drawn.
 *
 * Not among the parts of `index.ts`: what only some screens need is not loaded with the first.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
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
};

export function DayList<T extends { at: string }>({ items, keyOf, row, foot = null }: Props<T>) {
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (at) => keyOf(items[at] as T),
    overscan: 8,
  });
  return (
    <div className={css.days} ref={box}>
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
