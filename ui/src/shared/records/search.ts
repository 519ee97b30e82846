/** Quick search: every word that was typed stands somewhere in the record. A keystroke looks at 20,000 rows. Pure. */

import { matches, searchable, words } from "../fold";

/** Makes a search of records whose texts are folded once each. `texts` gives the texts of one. */
export function createSearch<Item extends object, Around>(texts: (item: Item, around: Around) => readonly string[]) {
  const foldedOf = new WeakMap<Item, string>();

  function searchedText(item: Item, around: Around): string {
    const known = foldedOf.get(item);
    if (known !== undefined) return known;
    const folded = quickFold(texts(item, around).join("\n"));
    foldedOf.set(item, folded);
    return folded;
  }

  /**
   * Folds the texts of a long list while the window is idle, some at a time, so that the first keystroke finds them.
   */
  function warmSearch(items: Iterable<Item>, around: Around): void {
    const next = items[Symbol.iterator]();
    const some = () => {
      for (let count = 0; count < 500; count += 1) {
        const { done, value } = next.next();
        if (done) return;
        searchedText(value, around);
      }
      setTimeout(some, 10);
    };
    some();
  }

  /** Tells for each record whether it matches what was typed; nothing typed matches all. */
  function searcher(typed: string, around: Around): (item: Item) => boolean {
    const wanted = words(typed);
    if (wanted.length === 0) return () => true;
    return (item) => matches(searchedText(item, around), wanted);
  }

  return { searchedText, warmSearch, searcher };
}

/** Most texts have no accents, and taking a text apart to find that out costs more than everything else. */
function quickFold(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
  return /^[\x00-\x7f]*$/.test(value) ? value.toLowerCase() : searchable(value);
}
