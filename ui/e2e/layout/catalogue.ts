/** The texts of the window as its catalogues have them, to tell them from names of documents, folders and machines. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../src/ipc";

const folder = "src/shared/i18n";

type Tree = { [key: string]: string | Tree };

/** All texts of a language by their keys, each as `sync:why.locked`. */
export function messagesOf(language: Language): Map<string, string> {
  return new Map(
    readdirSync(join(folder, language))
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) => {
        const tree = JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Tree;
        return leaves(tree).map(([path, text]) => [`${file.replace(".json", "")}:${path}`, text] as const);
      }),
  );
}

function leaves(tree: Tree, at = ""): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[at + key, value] as [string, string]] : leaves(value, `${at}${key}.`),
  );
}

/** Words and names of holes, in turns. */
export function partsOf(text: string): string[] {
  return text
    .replaceAll(/<\/?\w+>/g, "")
    .replaceAll(/[;\s]+/g, " ")
    .trim()
    .split(/\{\{\s*(\w+)[^}]*\}\}/);
}

const isHole = (_: string, at: number) => at % 2 === 1;

/** The pattern of a text, with patterns in its holes. */
export function patternOf(parts: readonly string[], hole: string): string {
  const number = "[\\d\\s.,]+";
  return parts.map((part, at) => (isHole(part, at) ? (part === "count" ? number : hole) : escaped(part))).join("");
}

/** Patterns of the texts that hold nothing but words and numbers: their length is known when they are written. */
export function fixedTexts(language: Language): string[] {
  const fixed = new Set<string>();
  for (const text of messagesOf(language).values()) {
    const parts = partsOf(text);
    if (parts.filter(isHole).some((hole) => hole !== "count") || !/\p{L}{3}/u.test(text)) continue;
    fixed.add(`^${patternOf(parts, "")}(?: · \\d+)?$`);
  }
  return [...fixed];
}

/** Tells which keys a text on the screen may be of; `held` tells what stands in the holes of such a text. */
export type Reader = ((text: string) => readonly string[]) & { held: (text: string) => string[] };

/** Gives the reader of a language. */
export function readerOf(language: Language): Reader {
  const fixed = new Map<string, string[]>();
  const open: { key: string; least: number; ends: [string, string]; pattern: RegExp }[] = [];
  for (const [key, text] of messagesOf(language)) {
    const parts = partsOf(text);
    if (parts.length === 1) fixed.set(parts[0] ?? "", [...(fixed.get(parts[0] ?? "") ?? []), key]);
    else {
      const least = parts.filter((part, at) => !isHole(part, at)).join("").length;
      open.push({
        key,
        least,
        ends: [parts[0] ?? "", parts.at(-1) ?? ""],
        pattern: new RegExp(`^${patternOf(parts, "(.*)")}$`),
      });
    }
  }
  open.sort((one, other) => other.least - one.least);
  const read = new Map<string, readonly string[]>();
  const patterns = new Map(open.map(({ key, pattern }) => [key, pattern]));
  const held = (text: string) =>
    tell(text).flatMap((key) => {
      const [, ...holes] = patterns.get(key)?.exec(text) ?? [];
      return holes.filter((hole) => hole !== undefined && hole !== "" && hole !== text);
    });
  const tell = (text: string): readonly string[] => {
    const known = read.get(text);
    if (known !== undefined) return known;
    // Of patterns that take the text the one with most words of its own is the one that was written.
    const taking = open.filter(
      ({ ends: [first, last], pattern }) => text.startsWith(first) && text.endsWith(last) && pattern.test(text),
    );
    const keys = fixed.get(text) ?? taking.filter(({ least }) => least === taking[0]?.least).map(({ key }) => key);
    read.set(text, keys);
    return keys;
  };
  return Object.assign(tell, { held });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
