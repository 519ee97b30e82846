/**
 * Keeps the rows of a list where they are while someone is in it: what comes and what goes waits, so that a click, or
 * Enter, meets the row it was for.
 */

import { type RefObject, useEffect, useState } from "react";

type Key = string | number;

/** Pointer and keyboard in the list; the keyboard acts on the focused row. */
type Inside = { pointer: boolean; keyboard: boolean };

const outside: Inside = { pointer: false, keyboard: false };

export interface Held<T> {
  /** Rows shown. A row that is still there is shown as it is now. */
  items: readonly T[];
  /** Returns true for a row that is shown only because someone is in the list. */
  gone: (item: T) => boolean;
  /** Number of new rows that wait above the first. */
  newer: number;
  /** Handlers of the box that scrolls. */
  handlers: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onKeyDown: () => void;
    onBlur: (event: { relatedTarget: EventTarget | null; currentTarget: Element }) => void;
  };
}

/** `of` says what was asked for: other rows that answer another question are not held back. */
export function useHeld<T>(
  all: readonly T[],
  keyOf: (item: T) => Key,
  of: string,
  box: RefObject<HTMLElement | null>,
): Held<T> {
  const [inside, setInside] = useState(outside);
  const [held, setHeld] = useState<{ of: string; items: readonly T[] } | null>(null);
  const holds = inside.pointer || inside.keyboard;
  if (holds ? held?.of !== of : held !== null) setHeld(holds ? { of, items: all } : null);

  useEffect(() => {
    if (!inside.pointer) return;
    // No leaving is told of a row that was taken away under the pointer: what is entered next says it.
    const look = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) setInside((was) => ({ ...was, pointer: false }));
    };
    document.addEventListener("pointerover", look);
    return () => document.removeEventListener("pointerover", look);
  }, [inside.pointer, box]);

  const handlers: Held<T>["handlers"] = {
    onPointerEnter: () => setInside((was) => ({ ...was, pointer: true })),
    onPointerLeave: () => setInside((was) => ({ ...was, pointer: false })),
    // Not on focus, which a click gives too and which stays when the pointer goes.
    onKeyDown: () => setInside((was) => (was.keyboard ? was : { ...was, keyboard: true })),
    onBlur: ({ relatedTarget, currentTarget }) => {
      if (!currentTarget.contains(relatedTarget as Node | null))
        setInside((was) => (was.keyboard ? { ...was, keyboard: false } : was));
    },
  };
  if (held === null || held.of !== of) return { items: all, gone: () => false, newer: 0, handlers };
  const now = new Map(all.map((item) => [keyOf(item), item]));
  const before = new Set(held.items.map(keyOf));
  const firstKnown = all.findIndex((item) => before.has(keyOf(item)));
  return {
    items: held.items.map((item) => now.get(keyOf(item)) ?? item),
    gone: (item) => !now.has(keyOf(item)),
    newer: firstKnown < 0 ? all.length : firstKnown,
    handlers,
  };
}
