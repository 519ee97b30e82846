/** Types that a preview can show, and the effect of a key that turns its sheets. Pure. */

import { failureOf } from "../../ipc";

export type PreviewKind = "pdf" | "image";

/**
 * Returns the kind of preview of a file name; `null`: none. `types` are the media types that have one, by extension.
 */
export function previewKind(name: string, types: { readonly [extension: string]: string }): PreviewKind | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(types, extension)) return null;
  return types[extension] === "application/pdf" ? "pdf" : "image";
}

/** Problems of a document itself that leave it without a picture. */
export type Problem = "tooLarge" | "encrypted" | "damagedPdf" | "damagedImage";

/** The bytes are there and cannot be drawn. */
export class UnreadableDocument extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause: unknown) {
    super(problem, { cause });
    this.name = "UnreadableDocument";
    this.problem = problem;
  }
}

/** The reason that lies in the document, if there is one. All others have words of their own. */
export function problemOf(thrown: unknown): Problem | null {
  if (thrown instanceof UnreadableDocument) return thrown.problem;
  return failureOf(thrown).kind === "tooLarge" ? "tooLarge" : null;
}

/** The sheet that a key leads to, from 1; `null` for every other key. */
export function sheetAfter(key: string, at: number, total: number): number | null {
  const steps = new Map([
    ["PageDown", at + 1],
    ["ArrowRight", at + 1],
    ["PageUp", at - 1],
    ["ArrowLeft", at - 1],
    ["Home", 1],
    ["End", total],
  ]);
  const to = steps.get(key);
  return to === undefined ? null : Math.min(Math.max(to, 1), total);
}

/** No side of a drawn sheet is longer than this, in pixels: web views refuse larger canvases, some of them silently. */
const LONGEST_SIDE = 4096;

/** Room for a sheet in pixels of the page; without a height the sheet is as high as its width makes it. */
export type Room = { width: number; height?: number };

/** The scale at which a sheet fills a room, in pixels of the screen. */
export function scaleFor(sheet: { width: number; height: number }, room: Room, pixelRatio: number): number {
  const fits = Math.min(room.width / sheet.width, (room.height ?? Number.POSITIVE_INFINITY) / sheet.height);
  const wanted = fits * pixelRatio;
  return Math.min(wanted, LONGEST_SIDE / sheet.width, LONGEST_SIDE / sheet.height);
}
