/** The nearest of some known words, for a typing error: at most a third of its letters away. Pure. */

export function nearest(text: string, known: Iterable<string>): string | undefined {
  const wanted = letters(text);
  let best: { least: number; word: string } | undefined;
  for (const word of known) {
    const other = letters(word);
    const most = Math.max(1, Math.floor(Math.max(other.length, wanted.length) / 3));
    const away = distance(wanted, other);
    if (away <= most && away < Math.max(1, other.length) && (best === undefined || away < best.least))
      best = { least: away, word };
  }
  return best?.word;
}

/** Nothing longer is a typing error worth its time. */
const letters = (text: string) => [...text.trim().toLowerCase()].slice(0, 64);

/** Levenshtein's distance, in one row. */
function distance(one: readonly string[], other: readonly string[]): number {
  const row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, a] of one.entries()) {
    let diagonal = i;
    let left = i + 1;
    for (const [j, b] of other.entries()) {
      const above = row[j + 1] ?? 0;
      left = Math.min(above + 1, left + 1, diagonal + (a === b ? 0 : 1));
      diagonal = above;
      row[j + 1] = left;
    }
    row[0] = i + 1;
  }
  return row.at(-1) ?? 0;
}
