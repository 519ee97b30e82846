/** What is searched and what is typed, folded alike. Whether two names are one is told by the desktop side: `nameKey`. */

const LETTERS: Record<string, string> = { ø: "o", æ: "ae", ð: "d", þ: "th", ß: "ss", ł: "l", đ: "d" };

/** Small letters without accents, so that `Sør` is found by `sor` and by `SØR`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øæðþßłđ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a search field; every one of them has to be found. */
export function words(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** True when each word begins one of the folded text. */
export function beginsWords(folded: string, wanted: readonly string[]): boolean {
  const own = folded.split(/[^\p{L}\p{N}]+/u);
  return wanted.every((word) => own.some((one) => one.startsWith(word)));
}

/** True when every word occurs in the folded text. */
export function matches(folded: string, wanted: readonly string[]): boolean {
  return wanted.every((word) => folded.includes(word));
}
