/** How wide columns are at least: as their words need it, in each language and text size. */

import { wordOf } from "../../../shared/fields";
import { aroundText, headWidth, markedDateWidth, signWidth, textWidth } from "../../../shared/records/grid/widths";
import type { ColumnName } from "../model/fields";

type Words = {
  readonly title: string;
  /** A date as the region writes it. */
  readonly date: string;
  readonly due: string;
  readonly noCheckIn: string;
};

/** The least width of a column at a text size, where 1 is the usual one. */
export function leastWidth(name: ColumnName, usual: number, scale: number, sorted: boolean, words: Words): number {
  return Math.ceil(Math.max(usual * scale, headWidth(words.title, scale, sorted), ownWidth(name, scale, words)));
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
