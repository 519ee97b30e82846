/**
 * Events, newest first, each under its day. Only the part in sight is drawn.
 *
 * Not among the parts of `index.ts`: parts for some screens alone are not loaded with the first.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type HTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { beginsDay, dayWords } from "../by-day";
import { useFormats } from "../use-formats";
import css from "./day-list.module.css";
import { useHeld } from "./use-held";

/** Pixels that a row takes before it was measured. */
const ROW = 49;

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string | number;
  /** Question that the items answer (a search, a folder): those of another question are shown at once. */
  of: string;
  /** Content of an item's row: its time first. `gone`: shown only while someone is in the list. */
  row: (item: T, gone: boolean) => ReactNode;
  /** The handlers of the row, beside those of what stands in it. */
  handlers?: (item: T, gone: boolean) => HTMLAttributes<HTMLElement>;
  /** Content after the last row. */
  foot?: ReactNode;
  /** Receives the number of items that wait to be shown: a count beside the list counts those it shows. */
  onNewer?: (count: number) => void;
};

export function DayList<T extends { at: string }>({
  items: all,
  keyOf,
  of,
  row,
  handlers: rowHandlers,
  foot = null,
  onNewer,
}: Props<T>) {
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const { items, gone, newer, handlers } = useHeld(all, keyOf, of, box);
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
    <div className={css.days} ref={box} {...handlers}>
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
              <div className={css.row} {...rowHandlers?.(item, gone(item))}>
                {row(item, gone(item))}
              </div>
            </li>
          );
        })}
      </ol>
      {foot}
    </div>
  );
}
