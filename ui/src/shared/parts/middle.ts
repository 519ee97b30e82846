/** Cuts a name that is too long: at words in the middle, so that number and extension stay. Pure. */

const ELLIPSIS = "…";
/** As much of the end stays as has so many characters, where there is room. */
const TAIL = 10;
/** A word of so many letters is cut itself: left out, it would leave half of the line empty. */
const LONG_WORD = 12;
/** Fewer letters of a long word say nothing. */
const LEAST_LETTERS = 5;

/** Shortens a name until it fits: whole words from the middle, never a part of a number or of a range of numbers. */
export function fitName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const words = wordsOf(name);
  for (let ends = endWords(words); ends >= 1; ends -= 1) {
    const end = words.slice(words.length - ends).join("");
    for (let starts = words.length - ends - 1; starts >= 1; starts -= 1) {
      const start = words.slice(0, starts).join("");
      const cut = `${withoutEnd(start)} ${ELLIPSIS} ${end}`;
      if (!fits(cut)) continue;
      const next = withoutEnd(words[starts] ?? "");
      if (next.length < LONG_WORD) return cut;
      return longest(next, LEAST_LETTERS, fits, (part) => `${start}${withoutEnd(part)}${ELLIPSIS} ${end}`) ?? cut;
    }
  }
  return fitLetters(name, fits);
}

/** Shortens the name of a place: a number at its end, which tells it from the next place, stays whole. */
export function fitPlace(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const words = wordsOf(name);
  const end = words.pop() ?? "";
  if (words.length === 0 || !/\d/.test(end)) return fitName(name, fits);
  const start = withoutEnd(words.join(""));
  // Whole words are left where at least one is: a letter of the next says nothing.
  for (let count = words.length - 1; count >= 1; count -= 1) {
    const cut = `${withoutEnd(words.slice(0, count).join(""))} ${ELLIPSIS} ${end}`;
    if (fits(cut)) return cut;
  }
  return longest(start, 1, fits, (part) => `${withoutEnd(part)}${ELLIPSIS} ${end}`) ?? `${ELLIPSIS} ${end}`;
}

/** No room for two words: a beginning and the extension; of one long word its end, too. */
function fitLetters(name: string, fits: (text: string) => boolean): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 6 ? name.slice(dot) : "";
  const stem = name.slice(0, name.length - extension.length);
  const letters = lettersOf(stem);
  const isOneWord = wordsOf(name).length === 1;
  for (let kept = letters.length - 1; kept >= 1; kept -= 1) {
    const ends = isOneWord ? Math.min(TAIL, Math.floor(kept / 2)) : 0;
    const end = letters.slice(letters.length - ends).join("");
    for (const tail of inNumber(stem, stem.length - end.length) ? [""] : [end, ""]) {
      const start = letters.slice(0, tail === "" ? kept : kept - ends).join("");
      const text = `${withoutEnd(start)}${ELLIPSIS}${tail}${extension}`;
      if (!inNumber(stem, start.length) && fits(text)) return text;
    }
  }
  return `${ELLIPSIS}${extension}`;
}

function lettersOf(text: string): string[] {
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return Array.from(letters, (part) => part.segment);
}

/** The text of the longest beginning of a word that fits, of at least so many letters and without a part of a number. */
function longest(
  word: string,
  least: number,
  fits: (text: string) => boolean,
  textOf: (beginning: string) => string,
): string | null {
  const letters = lettersOf(word);
  for (let length = letters.length - 1; length >= least; length -= 1) {
    const beginning = letters.slice(0, length).join("");
    if (inNumber(word, beginning.length)) continue;
    const text = textOf(beginning);
    if (fits(text)) return text;
  }
  return null;
}

/** Without the blanks that would stand before an ellipsis. */
function withoutEnd(text: string): string {
  return text.replace(/[\s_]+$/, "");
}

/** Counts the words that the end keeps before words of the start are given up. */
function endWords(words: readonly string[]): number {
  let length = 0;
  let count = 0;
  while (count < words.length - 1 && length < TAIL) {
    count += 1;
    length += words[words.length - count]?.length ?? 0;
  }
  return Math.max(1, count);
}

/** The words of a name, each with the blanks after it; a range of numbers is one word. */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let from = 0;
  for (const gap of name.matchAll(/[\s_]+/g)) {
    const at = gap.index + gap[0].length;
    if (at >= name.length || inRange(name.slice(0, at), name.slice(at))) continue;
    words.push(name.slice(from, at));
    from = at;
  }
  words.push(name.slice(from));
  return words;
}

/** `450 – 980` and `4 500` are read as one. */
function inRange(before: string, after: string): boolean {
  if (/\d\s*[–—-]\s*$/.test(before) && /^\d/.test(after)) return true;
  if (/\d\s+$/.test(before) && /^[–—-]\s*\d/.test(after)) return true;
  return /\d\s$/.test(before) && /^\d{3}(?!\d)/.test(after);
}

/** Returns true where a cut would show a part of a number. */
function inNumber(name: string, at: number): boolean {
  return /[\d.,–—-]/.test(name.charAt(at - 1)) && /[\d.,–—-]/.test(name.charAt(at));
}
