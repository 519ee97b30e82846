/** Minimum widths of columns, from their heads and texts, in each language and text size. */

import { wordOf } from "../../../shared/fields";
import { aroundText, headWidth, markedDateWidth, signWidth, textWidth } from "../../../shared/records/grid/widths";
import type { Longest } from "../fleet/use-longest";
import type { ColumnName } from "../model/fields";

/** The least width of a window that is meant for all columns. */
const narrow = 1366;
/** The part that names may take of the room of a wider window; the message has most of the rest. */
const nameShare = 0.4;
/** The ⋯ of the row, which stands beside the name under the pointer. */
const moreWidth = 20;

type Words = {
  readonly title: string;
  /** A date as the region writes it. */
  readonly date: string;
  readonly due: string;
  readonly noCheckIn: string;
  readonly longest: Longest;
};

type Room = {
  /** The text size, where 1 is the usual one. */
  readonly scale: number;
  readonly windowWidth: number;
};

/** The least width of a column; for a pinned one the width. */
export function leastWidth(name: ColumnName, usual: number, room: Room, sorted: boolean, words: Words): number {
  const { scale } = room;
  const head = headWidth(words.title, scale, sorted);
  return Math.ceil(Math.max(fittedWidth(name, usual * scale, room, words.longest), head, ownWidth(name, scale, words)));
}

/** The usual width, fitted to the texts that stand in the column. */
function fittedWidth(name: ColumnName, usual: number, { scale, windowWidth }: Room, longest: Longest): number {
  const needs = (text: string) => textWidth(text, 14 * scale, 400) + aroundText * scale;
  switch (name) {
    case "name": {
      const most = usual + Math.max(0, windowWidth - narrow * scale) * nameShare;
      return Math.max(usual, Math.min(needs(longest.name) + moreWidth * scale, most));
    }
    // Few words, which are often short: what they do not need is the message's.
    case "typeId":
    case "department":
      return Math.min(usual, needs(longest[name]));
    default:
      return usual;
  }
}

/** What a cell says in words of ours, whatever the machine. */
function ownWidth(name: ColumnName, scale: number, { date, due, noCheckIn }: Words): number {
  switch (name) {
    case "serviceDate":
      return markedDateWidth(date, [due], scale);
    case "blockCheckIn": {
      const chip = textWidth(wordOf("blockCheckIn", true), 13 * scale, 600) + (signWidth + 16) * scale;
      return Math.max(chip, textWidth(noCheckIn, 13 * scale, 400)) + aroundText * scale;
    }
    default:
      return 0;
  }
}
