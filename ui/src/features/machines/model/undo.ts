/**
 * Undo and redo as a list of commands over pending edits. A command holds the cells by machine and field, so a sort, a
 * filter or a closed window of the grid changes nothing about it. Pure.
 */

import type { CellEdit } from "../../../ipc";

export type Command = {
  /** Feed to the desktop side to go back, and to go forward again. */
  readonly before: readonly CellEdit[];
  readonly after: readonly CellEdit[];
};

export type Commands = { readonly done: readonly Command[]; readonly undone: readonly Command[] };

export const noCommands: Commands = { done: [], undone: [] };

/** So many acts can be taken back. */
const limit = 200;

/** Something was done: what was undone before cannot come again. */
export function did(commands: Commands, command: Command): Commands {
  if (command.after.length === 0) return commands;
  return { done: [...commands.done, command].slice(-limit), undone: [] };
}

export function undone(commands: Commands): { command: Command; commands: Commands } | null {
  const command = commands.done.at(-1);
  if (command === undefined) return null;
  return { command, commands: { done: commands.done.slice(0, -1), undone: [...commands.undone, command] } };
}

export function redone(commands: Commands): { command: Command; commands: Commands } | null {
  const command = commands.undone.at(-1);
  if (command === undefined) return null;
  return { command, commands: { done: [...commands.done, command], undone: commands.undone.slice(0, -1) } };
}

/** A save was undone: what it saved can be put in again, and waits for the next save as any other edit does. */
export function saveUndone({ done, undone }: Commands, saved: readonly CellEdit[]): Commands {
  if (saved.length === 0) return { done, undone };
  const before = saved.map(({ machineId, field }): CellEdit => ({ machineId, field, input: { kind: "none" } }));
  return { done, undone: [...undone, { before, after: saved }].slice(-limit) };
}

/** Cells that are saved or decided are no longer ours to take back cell by cell: the batch is reverted as a whole. */
export function without(commands: Commands, gone: (machineId: string) => boolean): Commands {
  const keep = (edits: readonly CellEdit[]) => edits.filter(({ machineId }) => !gone(machineId));
  const kept = (list: readonly Command[]) =>
    list
      .map(({ before, after }) => ({ before: keep(before), after: keep(after) }))
      .filter(({ after }) => after.length > 0);
  return { done: kept(commands.done), undone: kept(commands.undone) };
}
