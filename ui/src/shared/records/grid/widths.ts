/** Minimum widths of columns, from their heads, in each language and text size. */

/** Left and right of the text of a cell, with the room of a sign in a head. */
export const aroundText = 18;
export const signWidth = 16;

/** The least width of a column's head at a text size, where 1 is the usual one. */
export function headWidth(title: string, scale: number, sorted: boolean): number {
  return twoLines(title, 12.5 * scale) + (aroundText + (sorted ? signWidth : 0)) * scale;
}

/** The least width of a cell that says a date, as the region writes it, and one of the marks beside it. */
export function markedDateWidth(date: string, marks: readonly string[], scale: number): number {
  return Math.max(...marks.map((mark) => textWidth(`${date} ${mark}`, 14 * scale, 600))) + aroundText * scale;
}

/** The width of a head that takes two lines at most. */
function twoLines(title: string, px: number): number {
  const words = title.split(" ");
  const broken = words.map((_, at) =>
    Math.max(textWidth(words.slice(0, at + 1).join(" "), px, 600), textWidth(words.slice(at + 1).join(" "), px, 600)),
  );
  return Math.min(...broken);
}

let context: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string, px: number, weight: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  // Without a canvas: letters of the font are about half as wide as high.
  if (!context) return text.length * px * 0.55;
  context.font = `${weight} ${px}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
