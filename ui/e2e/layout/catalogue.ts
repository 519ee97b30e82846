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

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
