/** Decisions in the rows of an import: each answer is checked at once, and its row stays in its place meanwhile. */

import type { ImportOptions } from "../../../ipc";
import { type Answer, type Given, type Groups, type Kept, placeOf, withNumber, without } from "./listed";
import type { Import } from "./use-import";

/** `hold` keeps the places of rows; `canCreate` is false where the file lacks a column for a new record. */
export function useAnswers(
  { answer, given }: Import,
  groups: Groups,
  hold: (listed: readonly [number, Kept][]) => void,
  canCreate: boolean,
  numberField: string,
) {
  const change = (row: number, changed: (now: ImportOptions) => ImportOptions) => {
    hold(placeOf(groups, row));
    answer(changed);
  };
  const note = (made: Given) => {
    given.current = [...others(given.current, made), made];
  };
  const undo = (row: number, made: Answer) => {
    given.current = others(given.current, { row, answer: made });
    change(row, (now) => without(now, row, made));
  };
  return {
    canCreate,
    repair: (row: number, field: string | null, text: string | null) => {
      note({ row, answer: { kind: text === null ? "skipped" : "used", field, value: text ?? "" } });
      change(row, (now) => {
        const rest = now.repairs.filter((each) => each.row !== row || each.field !== field);
        return { ...now, repairs: [...rest, { row, field, text }] };
      });
    },
    /** Repairs a field in several rows, each with its own text. */
    repairAll: (all: readonly { row: number; field: string | null; text: string }[]) => {
      for (const { row, field, text } of all) note({ row, answer: { kind: "used", field, value: text } });
      hold(all.flatMap(({ row }) => placeOf(groups, row)));
      answer((now) => {
        const isMended = ({ row, field }: { row: number; field: string | null }) =>
          all.some((each) => each.row === row && each.field === field);
        return { ...now, repairs: [...now.repairs.filter((each) => !isMended(each)), ...all] };
      });
    },
    /** Answers what is wrong with the number: it is a new record, or another person. */
    number: (row: number, kind: "created" | "taken") => {
      note({ row, answer: { kind, field: numberField, value: "" } });
      change(row, (now) => withNumber(now, row, kind));
    },
    undo,
    /** Takes back the newest answer that stands. Answers whether there was one. */
    undoLast: () => {
      const last = given.current.at(-1);
      if (last !== undefined) undo(last.row, last.answer);
      return last !== undefined;
    },
  };
}

/** Returns the answers about other things than this one. */
const others = (given: readonly Given[], { row, answer }: Given) =>
  given.filter((each) => each.row !== row || !isSame(each.answer, answer));

/** A number is repaired and created apart; of a repaired field only the newest value stands. */
const isSame = (one: Answer, other: Answer) => one.field === other.field && isOfNumber(one) === isOfNumber(other);

const isOfNumber = ({ kind }: Answer) => kind === "created" || kind === "taken";

export type Answers = ReturnType<typeof useAnswers>;
