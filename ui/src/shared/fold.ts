/** Folds searched and typed text alike. Equality of two names is decided by the desktop side: `nameKey`. */

const LETTERS: Record<string, string> = { ø: "o", æ: "ae", ð: "d", þ: "th", ß: "ss", ł: "l", đ: "d" };

/** Small letters without accents, so that `Sør` is found by `sor` and by `SØR`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øæðþßłđ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Small letters with their accents; the Swedish ones are those of its neighbours. */
export function withAccents(text: string): string {
  return text.toLowerCase().normalize("NFC").replaceAll("ä", "æ").replaceAll("ö", "ø");
}

/** A text to search in: without accents, and with them, since a letter that is typed with its ring counts. */
export function searchable(text: string): string {
  const [plain, accented] = [fold(text), withAccents(text)];
  return plain === accented ? plain : `${plain}\n${accented}`;
}

/** The words of a search field; every one of them has to be found. */
export function words(query: string): string[] {
  return withAccents(query).split(/\s+/).filter(Boolean);
}

/** True when each word begins one of the searchable text. */
export function beginsWords(searched: string, wanted: readonly string[]): boolean {
  const own = searched.split(/[^\p{L}\p{N}]+/u);
  return wanted.every((word) => own.some((one) => one.startsWith(word)));
}

/** True when every word occurs in the searchable text. */
export function matches(searched: string, wanted: readonly string[]): boolean {
  return wanted.every((word) => searched.includes(word));
}
