/** Ticked records: by id, owned here alone. The grid draws the ticks and reports them; all actions ask here. */

import { useMemo } from "react";
import { create } from "zustand";

type Ids = ReadonlySet<string>;
type Row = { readonly id: string };

export type Selection = ReturnType<typeof createSelection>;

/** The selection of one kind of records. */
export function createSelection() {
  const useTicked = create<{ ids: Ids }>(() => ({ ids: new Set() }));

  /** Ticks some records and unticks others; what is not named stays as it is. */
  function tick(on: Iterable<string>, off: Iterable<string> = []): void {
    useTicked.setState(({ ids }) => {
      const next = new Set(ids);
      for (const id of on) next.add(id);
      for (const id of off) next.delete(id);
      return next.size === ids.size && [...next].every((id) => ids.has(id)) ? {} : { ids: next };
    });
  }

  /** Ticks these and no others. */
  function tickOnly(ids: Iterable<string>): void {
    useTicked.setState({ ids: new Set(ids) });
  }

  /** Unticks what is no longer there. */
  function keepTicked(records: { has: (id: string) => boolean }): void {
    tick(
      [],
      [...useTicked.getState().ids].filter((id) => !records.has(id)),
    );
  }

  /** Returns the records that an act is about: the ticked ones whose rows are shown, in their order. */
  function chosenIn(shown: readonly Row[], ticked: Ids = useTicked.getState().ids): string[] {
    return ticked.size === 0 ? [] : shown.flatMap(({ id }) => (ticked.has(id) ? [id] : []));
  }

  return { useTicked, tick, tickOnly, keepTicked, chosenIn };
}

/** Returns the records that an act is about, and the number of ticked ones that the filters hide. */
export function useChosenOf(
  { useTicked, chosenIn }: Selection,
  { all, shown }: { all: readonly Row[]; shown: readonly Row[] },
) {
  const ticked = useTicked(({ ids }) => ids);
  return useMemo(() => {
    const ids = chosenIn(shown, ticked);
    return { ids, hidden: chosenIn(all, ticked).length - ids.length };
  }, [all, shown, ticked, chosenIn]);
}

/** Names records to a panel: by their ids, or those that are ticked for as long as it is open. */
export type Which = readonly string[] | "ticked";

export function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, at) => id === others[at]);
}
