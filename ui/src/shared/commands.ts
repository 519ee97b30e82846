/** Commands of the palette (Ctrl K): screens register theirs while they are shown. */

import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { IconName } from "./parts/Icon";

export interface Command {
  id: string;
  label: string;
  icon?: IconName;
  /** Keys to show beside it. */
  keys?: string;
  run: () => void;
}

export const useCommandStore = create<{ sets: ReadonlyMap<symbol, Command[]> }>(() => ({ sets: new Map() }));

const isLast = ({ description }: symbol) => Number(description === "last");

/**
 * Offers the commands while the component is shown. The order of screens is the order in the palette; `last` are below
 * those of all screens.
 */
export function useCommands(commands: Command[], last = false): void {
  const newest = useRef(commands);
  useEffect(() => {
    newest.current = commands;
  });
  const shape = commands.map(({ id, label }) => `${id}:${label}`).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the commands, whose functions change at every render
  useEffect(() => {
    const key = Symbol(last ? "last" : "commands");
    const stable = newest.current.map((command) => ({
      ...command,
      run: () => newest.current.find(({ id }) => id === command.id)?.run(),
    }));
    useCommandStore.setState(({ sets }) => ({
      sets: new Map([...sets, [key, stable] as const].sort(([a], [b]) => isLast(a) - isLast(b))),
    }));
    return () =>
      useCommandStore.setState(({ sets }) => {
        const rest = new Map(sets);
        rest.delete(key);
        return { sets: rest };
      });
  }, [shape, last]);
}
