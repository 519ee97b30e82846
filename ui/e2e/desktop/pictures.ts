/** Differences of the pictures from the journeys: a short folder, files of believable sizes and dates, a keyring. */

import { rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pdf } from "./drawings";

/** True while pictures are taken (`make pictures`). */
export const takesPictures = process.env.FIELDDESK_PICTURES === "1";

/** The folder of the person's files, made for the run. */
const office = "/srv/Hoveveien";

/** The person's files of a journey. */
export function filesOf(folder: string): string {
  if (!takesPictures) return join(folder, "files");
  rmSync(office, { recursive: true, force: true });
  return office;
}

/** Names without the hostile ones, which are drawn with a symbol. */
export function believable(names: readonly string[]): string[] {
  return names.filter((name) => !(takesPictures && /\p{C}/u.test(name)));
}

/** Kilobytes from and to, by kind of file. */
const sizes: Record<string, readonly [from: number, to: number]> = {
  ".csv": [18, 90],
  ".docx": [140, 900],
  ".dwg": [900, 6_400],
  ".ifc": [12_000, 40_000],
  ".las": [130_000, 180_000],
  ".mp4": [120_000, 170_000],
  ".mpp": [600, 2_400],
  ".pdf": [260, 7_800],
  ".png": [700, 3_200],
  ".xlsx": [40, 380],
  ".xml": [90, 700],
};

function hash(text: string): number {
  let sum = 2166136261;
  for (const sign of text) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0;
  return sum;
}

/** Bytes of a file of this name; what it holds already is not cut. */
function sizeOf(name: string, held: number): number {
  const [from, to] = sizes[extname(name).toLowerCase()] ?? [0, 0];
  if (!takesPictures || held === 0 || to === 0) return held;
  return Math.max(held, from * 1000 + (hash(name) % ((to - from) * 1000)));
}

/** A content as it is sent and written: in a picture a PDF can be opened, whatever text it is to hold. */
function drawn<Content extends string | Uint8Array>(name: string, content: Content): Content | string {
  if (!takesPictures || !name.endsWith(".pdf") || typeof content !== "string" || content.startsWith("%PDF"))
    return content;
  return `${pdf([/^[A-Z]+-\d+/.exec(name)?.[0] ?? "A3"])}\n%${content}`;
}

/** A content with what fills it up to its size; a list of lines gets empty lines. */
export function filled(name: string, content: string | Uint8Array<ArrayBuffer>): Blob {
  const held = new Blob([drawn(name, content)]);
  const more = sizeOf(name.split("/").at(-1) ?? name, held.size) - held.size;
  return new Blob([held, new Uint8Array(more).fill(filling(name))]);
}

const filling = (name: string) => (name.endsWith(".csv") ? 10 : 0);

/** Writes a file, and for a picture its size and a time of last week in working hours. */
export function writeFilled(path: string, text: string | Uint8Array): void {
  const name = path.split("/").at(-1) ?? path;
  const content = drawn(name, text);
  writeFileSync(path, content);
  if (!takesPictures) return;
  const held = Buffer.byteLength(content);
  const size = sizeOf(name, held);
  if (filling(name) === 0) truncateSync(path, size);
  else writeFileSync(path, Buffer.concat([Buffer.from(content), Buffer.alloc(size - held, filling(name))]));
  const saved = savedAt(`${path}${Buffer.from(text).toString("latin1").slice(0, 200)}`);
  utimesSync(path, saved, saved);
}

/** Monday to Friday of last week, 7 to 15. */
function savedAt(seed: string): Date {
  const at = new Date();
  at.setDate(at.getDate() - ((at.getDay() + 6) % 7) - 7 + (hash(seed) % 5));
  at.setHours(7 + (hash(`${seed}h`) % 8), hash(`${seed}m`) % 60, hash(`${seed}s`) % 60, 0);
  return at;
}
