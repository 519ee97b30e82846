/** The texts of the window as its catalogues have them, to tell them from names of documents, folders and machines. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../src/ipc";

const folder = "src/shared/i18n";

type Tree = { [key: string]: string | Tree };

/** All texts of a language. */
function textsOf(language: Language): string[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => leaves(JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Tree));
}

function leaves(tree: string | Tree): string[] {
  return typeof tree === "string" ? [tree] : Object.values(tree).flatMap(leaves);
}

/** Patterns of the texts that hold nothing but words and numbers: their length is known when they are written. */
export function fixedTexts(language: Language): string[] {
  const fixed = new Set<string>();
  for (const text of textsOf(language)) {
    const parts = text
      .replaceAll(/\s+/g, " ")
      .trim()
      .split(/\{\{\s*(\w+)[^}]*\}\}/);
    // Words and holes take turns.
    const holes = parts.filter((_, at) => at % 2 === 1);
    if (holes.some((hole) => hole !== "count") || !/\p{L}{3}/u.test(text)) continue;
    const pattern = parts.map((part, at) => (at % 2 === 1 ? "[\\d\\s.,]+" : escaped(part))).join("");
    fixed.add(`^${pattern}(?: · \\d+)?$`);
  }
  return [...fixed];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
