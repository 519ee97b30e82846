/** Cuts a path that is too long: at its separators, from the start, so that the last folders stay. Pure. */

import { fitName } from "./middle";

const ELLIPSIS = "…";

/** Shortens a path until it fits; of one long folder the name is shortened, too. */
export function fitPath(path: string, fits: (text: string) => boolean): string {
  if (fits(path)) return path;
  // The separator at the end separates nothing.
  const starts = [...path.matchAll(/[\\/](?=[^\\/])/g)].map(({ index }) => index);
  for (const start of starts) {
    const cut = `${ELLIPSIS}${path.slice(start)}`;
    if (start > 0 && fits(cut)) return cut;
  }
  const last = starts.at(-1);
  if (last === undefined) return fitName(path, fits);
  const before = last > 0 ? `${ELLIPSIS}${path.charAt(last)}` : path.charAt(last);
  return `${before}${fitName(path.slice(last + 1), (name) => fits(`${before}${name}`))}`;
}
