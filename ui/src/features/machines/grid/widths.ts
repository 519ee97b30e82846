/** How wide columns are at least: as their words need it, in each language and text size. */

import { wordOf } from "../../../shared/fields";
import type { ColumnName } from "../model/fields";

/** Left and right of the text of a cell, with the room of a sign in a head. */
const around = 18;
const sign = 16;

type Words = { readonly title: string; readonly due: string; readonly noCheckIn: string };

/** The least width of a column at a text size, where 1 is the usual one. */
export function leastWidth(name: ColumnName, usual: number, scale: number, sorted: boolean, words: Words): number {
  const head = twoLines(words.title, 12.5 * scale) + (around + (sorted ? sign : 0)) * scale;
  return Math.ceil(Math.max(usual * scale, head, ownWidth(name, scale, words)));
}

/** The width of a head that takes two lines at most. */
function twoLines(title: string, px: number): number {
  const words = title.split(" ");
  const broken = words.map((_, at) =>
    Math.max(textWidth(words.slice(0, at + 1).join(" "), px, 600), textWidth(words.slice(at + 1).join(" "), px, 600)),
  );
  return Math.min(...broken);
}

/** What a cell says in words of ours, whatever the machine. */
function ownWidth(name: ColumnName, scale: number, { due, noCheckIn }: Words): number {
  switch (name) {
    case "serviceDate":
      return textWidth(`00.00.0000 ${due}`, 14 * scale, 600) + around * scale;
    case "blockCheckIn": {
      const chip = textWidth(wordOf("blockCheckIn", true), 13 * scale, 600) + (sign + 16) * scale;
      return Math.max(chip, textWidth(noCheckIn, 13 * scale, 400)) + around * scale;
    }
    default:
      return 0;
  }
}

let context: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string, px: number, weight: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  // Without a canvas: letters of the font are about half as wide as high.
  if (!context) return text.length * px * 0.55;
  context.font = `${weight} ${px}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
